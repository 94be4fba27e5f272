/** Ten distinguishable OKLCH hues, in degrees. */
export const avatarHues = [15, 45, 75, 110, 145, 175, 215, 255, 290, 335] as const;

/** Returns the hue of a person's initials, the same one for each id. */
export function avatarHue(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return avatarHues[hash % avatarHues.length] ?? avatarHues[0];
}

const one =
  /(?:\p{Extended_Pictographic}|[\u{1F1E6}-\u{1F1FF}]{2})(?:\p{Emoji_Modifier}|\u{FE0F}|\u{200D}\p{Extended_Pictographic})*/gu;

/** True for one to three emoji and nothing else, which are drawn larger. */
export function isEmojiOnly(content: string): boolean {
  // The longest emoji have some fifteen units.
  if (content.length > 48) return false;
  const count = content.match(one)?.length ?? 0;
  return count > 0 && count <= 3 && content.replace(one, '').trim() === '';
}

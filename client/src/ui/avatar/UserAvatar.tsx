import type { CSSProperties } from 'react';
import { displayName, initials } from '@marketplace/shared/users/names';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import classes from './UserAvatar.module.css';

interface Props {
  /** `id` determines the color; null for a deleted account. */
  user: Parameters<typeof displayName>[0] & { id: string | null; profileImageUrl: string | null };
  size?: number;
}

/** A person's picture or initials, hidden from screen readers: the name stands next to it. */
export function UserAvatar({ user, size = 32 }: Props) {
  const style = {
    '--hue': user.id && avatarHue(user.id),
    width: size,
    height: size,
    fontSize: Math.round(size * 0.4),
  } as CSSProperties;
  const shared = { className: classes.avatar, style };
  if (user.profileImageUrl) {
    const src = imageUrlAtWidth(user.profileImageUrl, 320);
    return <img {...shared} src={src} alt="" loading="lazy" decoding="async" />;
  }
  const both = initials(displayName(user));
  // Two letters would be too small to read.
  const letters = size < 30 ? [...both].slice(0, 1) : both;
  return (
    <span {...shared} aria-hidden="true">
      {letters}
    </span>
  );
}

/** Ten distinguishable OKLCH hues, in degrees. */
export const avatarHues = [15, 45, 75, 110, 145, 175, 215, 255, 290, 335] as const;

/** Returns the hue of a person's initials, the same one for each id. */
export function avatarHue(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return avatarHues[hash % avatarHues.length] ?? avatarHues[0];
}

import { displayName, initials } from '@marketplace/shared/users/names';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import classes from './UserAvatar.module.css';

interface Props {
  user: Parameters<typeof displayName>[0] & { profileImageUrl: string | null };
  /** In px. */
  size?: number;
}

/** A person's picture, or their initials. Says nothing to screen readers: the name stands beside it. */
export function UserAvatar({ user, size = 34 }: Props) {
  const style = { width: size, height: size, fontSize: Math.round(size * 0.4) };
  if (user.profileImageUrl) {
    return (
      <img
        className={classes.avatar}
        style={style}
        src={imageUrlAtWidth(user.profileImageUrl, 320)}
        width={size}
        height={size}
        alt=""
        loading="lazy"
      />
    );
  }
  const both = initials(displayName(user));
  // Two would be too small to read.
  const letters = size < 30 ? [...both].slice(0, 1) : both;
  return (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {letters}
    </span>
  );
}

import { Center } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { IconPhoto } from '../../ui/icons/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';

interface AvatarProps {
  conversation: Pick<ConversationView, 'otherParticipants'>;
  /** In px. */
  size: number;
}

/** The picture of the other person of a conversation. */
export function OtherAvatar({ conversation: { otherParticipants }, size }: AvatarProps) {
  const { id = null, displayName = 'User', profileImageUrl = null } = otherParticipants[0] ?? {};
  return <UserAvatar user={{ id, firstName: displayName, profileImageUrl }} size={size} />;
}

interface ThumbnailProps {
  /** The listing's first picture. */
  image: string | null;
  /** Edge length in px. */
  size: number;
  /** Corner radius in px. */
  radius?: number;
}

/** The listing's picture as a square, or a placeholder icon. */
export function Thumbnail({ image, size, radius = 12 }: ThumbnailProps) {
  const style = {
    flex: 'none',
    width: size,
    height: size,
    borderRadius: radius,
    background: 'var(--line)',
    color: 'var(--mantine-color-dimmed)',
    objectFit: 'cover',
  } as const;
  if (image) return <Picture style={style} src={image} alt="" sizes={`${size}px`} />;
  return (
    <Center component="span" style={style}>
      <IconPhoto size={size / 2.4} stroke={1.5} aria-hidden />
    </Center>
  );
}

/** Style props of the dot next to a state such as "Active now". */
export const activeDot = {
  flex: 'none',
  w: 8,
  h: 8,
  bdrs: '50%',
  bg: 'var(--active-dot)',
} as const;

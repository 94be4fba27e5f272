import { Center } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { IconPhoto } from '../../ui/icons/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';

/** The picture of the other person of a conversation. `size` is in px. */
export function OtherAvatar(props: { conversation: ConversationView; size: number }) {
  const [other] = props.conversation.otherParticipants;
  const { id = null, displayName = 'User', profileImageUrl = null } = other ?? {};
  return <UserAvatar user={{ id, firstName: displayName, profileImageUrl }} size={props.size} />;
}

/** The listing's first picture as a square, or a placeholder icon. Edge and corners are in px. */
export function Thumbnail(props: { image: string | null; size: number; radius: number }) {
  const { image, size, radius } = props;
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

import { IconMessage, IconStar, IconTag, IconUser } from '@tabler/icons-react';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';

const icons = { listing: IconTag, message: IconMessage, review: IconStar, user: IconUser };

/** The sign of a sort of target. Says nothing to screen readers: the word stands beside it. */
export function KindIcon({ kind, size = 18 }: { kind: ReportTargetType; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.75} aria-hidden />;
}

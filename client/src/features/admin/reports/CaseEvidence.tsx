import { Box, Group, Stack, Text } from '@mantine/core';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import { imagePath, imageUrlAtWidth } from '@marketplace/shared/media/urls';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { formatPrice } from '@marketplace/shared/money';
import { clockText, dayText } from '../../../ui/time/time-text.ts';
import { useToday } from '../../../ui/time/use-today.ts';
import classes from './reports.module.css';

/** Shows the target as it was when it was reported. */
export function CaseEvidence({ view }: { view: CaseView }) {
  const seen = evidenceOf(view);
  if (!seen) return <Text c="dimmed">Nothing was saved.</Text>;
  if (view.targetType === 'message') return <Talk view={view} seen={seen} />;
  const unchanged = isUnchanged(view, seen);
  const title = seen.title ?? seen.displayName;
  const text = seen.description ?? seen.comment;
  const images = seen.imageIds ?? [];
  // For an unchanged user or review, the header shows everything.
  const facts = unchanged && view.targetType !== 'listing' ? [] : factsOf(seen);
  return (
    <>
      {unchanged ? (
        <Text c="dimmed">No changes since.</Text>
      ) : (
        <Box pl={12} style={{ borderLeft: '3px solid var(--line)' }}>
          {title && (
            <Text fw={600} dir="auto">
              {title}
            </Text>
          )}
          {text && (
            <Text dir="auto" mah="14rem" className={`${classes.text} as-typed`}>
              {text}
            </Text>
          )}
        </Box>
      )}
      <Images urls={images.map((id) => imagePath(id, 1280))} />
      {facts.length > 0 && (
        <Group component="dl" gap="8px 24px" align="stretch" mt={12} mb={0}>
          {facts.map(([name, value]) => (
            <Box key={name} miw={0}>
              <Text component="dt" fz="xs" c="dimmed">
                {name}
              </Text>
              <Text component="dd">{value}</Text>
            </Box>
          ))}
        </Group>
      )}
    </>
  );
}

function Images({ urls }: { urls: string[] }) {
  if (urls.length === 0) return null;
  return (
    <Group component="ul" gap={8} mt={12} className={`${classes.images} plain`}>
      {urls.map((url, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={imageUrlAtWidth(url, 320)}
              width={72}
              height={54}
              alt={`${index + 1} of ${urls.length}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </Group>
  );
}

function Talk({ view, seen }: { view: CaseView; seen: Evidence }) {
  const today = useToday();
  const { owner } = view.target;
  const talk = [...(seen.before ?? []), seen as SaidMessage];
  const nameOf = (senderId: string) => {
    if (senderId === owner?.id) return owner.displayName;
    const reporter = view.reports.find(({ reporter }) => reporter?.id === senderId)?.reporter;
    return reporter?.displayName ?? 'The other person';
  };
  return (
    <Stack component="ol" gap={4} className={`${classes.talk} plain`}>
      {talk.map(({ senderId, content, createdAt, ...entry }, index) => {
        const reported = index === talk.length - 1;
        return (
          <li key={`${createdAt} ${content}`} data-reported={reported || undefined}>
            <Group component="p" gap="0 12px" align="baseline" m={0} fz="xs" c="dimmed">
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                {nameOf(senderId)}
              </Text>
              <time dateTime={createdAt}>
                {dayText(createdAt, today)}, {clockText(createdAt)}
              </time>
              {reported && (
                <Text span inherit fw={600} c="var(--mantine-color-error)">
                  Reported
                </Text>
              )}
            </Group>
            <Text dir="auto" mah="14rem" className={`${classes.text} as-typed`}>
              {content}
            </Text>
            {/* Admins may not see photos of the messages before it. */}
            {reported && entry.kind === 'photo' && (
              <Images urls={entry.data.images.map(({ url }) => url)} />
            )}
          </li>
        );
      })}
    </Stack>
  );
}

/** A message in the evidence. Reports that predate other kinds of messages have no `kind`. */
type SaidMessage = (TimelineEntry | { kind?: undefined }) & {
  senderId: string;
  content: string;
  createdAt: string;
};

/** The server's copy of each kind of target at the time of the report. */
interface Evidence extends Partial<Pick<SaidMessage, 'senderId' | 'content' | 'createdAt'>> {
  title?: string;
  displayName?: string;
  username?: string;
  description?: string;
  comment?: string | null;
  price?: string;
  category?: string;
  location?: string;
  rating?: number;
  reply?: string | null;
  imageIds?: string[];
  /** The messages before the reported one. */
  before?: SaidMessage[];
}

/** Returns the copy of the target from the newest report that has one; undefined if none has. */
export function evidenceOf(view: CaseView): Evidence | undefined {
  return view.reports.find(({ evidence }) => evidence)?.evidence ?? undefined;
}

function factsOf({ price, category, location, rating, reply, username }: Evidence) {
  return Object.entries({
    Price: price && formatPrice(price),
    Category: category && categoryLabel(category),
    Location: location,
    Rating: rating && `${rating} of 5`,
    Reply: reply,
    Username: username,
  }).filter(([, value]) => value);
}

/** Returns true if the target has not changed since the report. */
export function isUnchanged({ target, targetType }: CaseView, seen: Evidence): boolean {
  switch (targetType) {
    case 'listing':
      return seen.title === target.title && seen.description === target.text;
    case 'review':
      return target.text.endsWith(seen.comment ?? '') && target.state !== 'deleted';
    case 'user':
      return seen.displayName === target.title;
    case 'message':
      return seen.content === target.text;
    case 'decision':
      return true;
  }
}

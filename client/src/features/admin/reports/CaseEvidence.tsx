import { Box, Group, Stack, Text } from '@mantine/core';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import { imagePath } from '@marketplace/shared/media/urls';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { formatPrice } from '@marketplace/shared/money';
import { clockText, dayText } from '../../../ui/time-text.ts';
import { useToday } from '../../../ui/use-today.ts';
import classes from './CaseDetail.module.css';

/** What was reported, as it was at the time. */
export function CaseEvidence({ view }: { view: CaseView }) {
  const seen = seenIn(view);
  if (!seen) return <Text c="dimmed">Nothing was kept of it.</Text>;
  if (view.targetType === 'message') return <Talk view={view} seen={seen} />;
  const unchanged = isUnchanged(view, seen);
  // A user and a review say all of it above.
  const facts = unchanged && view.targetType !== 'listing' ? [] : seen.facts;
  return (
    <>
      {unchanged ? (
        <Text c="dimmed">Unchanged since.</Text>
      ) : (
        <div className={classes.changed}>
          {seen.title && <Text fw={600}>{seen.title}</Text>}
          {seen.text && <Text className={`${classes.quoted} as-typed`}>{seen.text}</Text>}
        </div>
      )}
      {seen.imageIds.length > 0 && (
        <Group component="ul" gap={8} className={`${classes.images} plain`}>
          {seen.imageIds.map((id, index) => (
            <li key={id}>
              <a href={imagePath(id, 1280)} target="_blank" rel="noreferrer">
                <img
                  src={imagePath(id, 320)}
                  width={72}
                  height={54}
                  alt={`Number ${index + 1}`}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </Group>
      )}
      {facts.length > 0 && (
        <Group component="dl" gap="6px 24px" align="stretch" mt={10} mb={0}>
          {facts.map(({ name, value }) => (
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

function Talk({ view, seen: { talk } }: { view: CaseView; seen: Seen }) {
  const today = useToday();
  const { owner } = view.target;
  const nameOf = (senderId: string) => {
    if (senderId === owner?.id) return owner.displayName;
    const reporter = view.reports.find(({ reporter }) => reporter?.id === senderId)?.reporter;
    return reporter?.displayName ?? 'The other person';
  };
  return (
    <Stack component="ol" gap={4} className={`${classes.talk} plain`}>
      {talk.map(({ senderId, content, createdAt }, index) => {
        const reported = index === talk.length - 1;
        return (
          <li key={`${createdAt} ${content}`} data-reported={reported || undefined}>
            <Group component="p" gap="0 10px" align="baseline" m={0} fz="xs" c="dimmed">
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
            <Text className={`${classes.quoted} as-typed`}>{content}</Text>
          </li>
        );
      })}
    </Stack>
  );
}

type Evidence = NonNullable<CaseView['reports'][number]['evidence']>;

interface SaidMessage {
  senderId: string;
  content: string;
  createdAt: string;
}

/** What a reporter saw, as far as it can be shown. */
interface Seen {
  title: string | null;
  text: string | null;
  /** More of it by name, such as the price. */
  facts: { name: string; value: string }[];
  imageIds: string[];
  /** Of a reported message: those before it and, last, itself. */
  talk: SaidMessage[];
}

/** What the newest report kept of its target; null where there is nothing. */
export function seenIn(view: CaseView): Seen | null {
  const evidence = view.reports.find((report) => report.evidence)?.evidence;
  if (!evidence) return null;
  const text = (name: string) => textOf(evidence[name]);
  return {
    title: text('title') ?? text('displayName'),
    text: view.targetType === 'message' ? null : (text('description') ?? text('comment')),
    facts: factsOf(evidence),
    imageIds: Array.isArray(evidence.imageIds)
      ? evidence.imageIds.filter((id) => typeof id === 'string')
      : [],
    talk: view.targetType === 'message' ? talkOf(evidence) : [],
  };
}

const factNames = {
  price: 'Price',
  category: 'Category',
  location: 'Location',
  rating: 'Rating',
  reply: 'Reply',
  username: 'Username',
};

function factsOf(evidence: Evidence): Seen['facts'] {
  return Object.entries(factNames).flatMap(([key, name]) => {
    const value = evidence[key];
    if (key === 'rating' && typeof value === 'number') return [{ name, value: `${value} of 5` }];
    if (key === 'category' && typeof value === 'string')
      return [{ name, value: categoryLabel(value) }];
    if (key === 'price' && typeof value === 'string') return [{ name, value: formatPrice(value) }];
    return typeof value === 'string' && value ? [{ name, value }] : [];
  });
}

function talkOf(evidence: Evidence): SaidMessage[] {
  const before = Array.isArray(evidence.before) ? evidence.before : [];
  return [...before, evidence].flatMap((message: unknown) => {
    if (typeof message !== 'object' || message === null) return [];
    const { senderId, content, createdAt } = message as Record<string, unknown>;
    const at = textOf(createdAt);
    return typeof senderId === 'string' && typeof content === 'string' && at
      ? [{ senderId, content, createdAt: at }]
      : [];
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null;
}

/** True when the target still says what was reported. */
export function isUnchanged({ target, targetType }: CaseView, seen: Seen): boolean {
  if (targetType === 'listing') return seen.title === target.title && seen.text === target.text;
  if (targetType === 'review')
    return target.text.endsWith(seen.text ?? '') && target.state !== 'deleted';
  if (targetType === 'user') return seen.title === target.title;
  return seen.talk.at(-1)?.content === target.text;
}

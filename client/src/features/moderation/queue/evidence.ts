import { categoryLabel } from '@marketplace/shared/listings/constants';
import { formatPrice } from '@marketplace/shared/money';
import type { CaseView } from '@marketplace/shared/moderation/schemas';

type Evidence = NonNullable<CaseView['reports'][number]['evidence']>;

interface SaidMessage {
  senderId: string;
  content: string;
  createdAt: string;
}

/** What a reporter saw, as far as it can be shown. */
export interface Seen {
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

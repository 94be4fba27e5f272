import type { RuleInput } from '@marketplace/shared/screening/schemas';

export const actionLabels = {
  allow: 'Only count in the preview',
  warn: 'Warn the reader',
  hold: 'Hold for a moderator',
  refuse: 'Refuse',
} as const;

export const kindLabels = {
  listing: 'Listings',
  message: 'Messages',
  name: 'Names',
  review: 'Reviews',
} as const;

export const topicLabels = {
  payment: 'Payment in advance',
  codes: 'Codes',
  couriers: 'Couriers',
  other: 'Something else',
} as const;

export const standingLabels = ['New accounts', 'Up to members', 'Up to regulars', 'Everyone'];

/** A new rule, before an admin has entered anything. */
export const emptyRule: RuleInput = {
  name: '',
  kinds: ['listing'],
  type: 'words',
  parameters: { phrases: [], except: [] },
  action: 'hold',
  maxStanding: 3,
  guideline: null,
  topic: 'other',
  advice: '',
  enabled: true,
};

/** The parameters that each type of rule begins with. */
export const firstParameters = {
  words: { phrases: [], except: [] },
  pattern: { phrases: [], except: [] },
  links: { allowed: [] },
  phone: {},
  price: { percent: 25 },
  repeat: { times: 3 },
  flood: { times: 15, hours: 1 },
  picture: {},
} as const;

/** Returns how often moderators agreed, such as '3 of 4', or null if they decided nothing. */
export function agreedText({ decided, agreed }: { decided: number; agreed: number }) {
  return decided === 0 ? null : `${agreed} of ${decided}`;
}

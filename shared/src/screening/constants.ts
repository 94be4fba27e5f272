/** What rules can apply to. */
export const screenedKinds = ['listing', 'message', 'name', 'review'] as const;
export type ScreenedKind = (typeof screenedKinds)[number];

/** What a rule does, mildest first. A rule that allows only counts in its preview. */
export const ruleActions = ['allow', 'warn', 'hold', 'refuse'] as const;
export type RuleAction = (typeof ruleActions)[number];

/** The warning that the reader of a message sees. */
export const ruleTopics = ['payment', 'codes', 'couriers', 'other'] as const;

/** The kinds and actions that each type of rule can have. Only texts can be refused. */
export const ruleTypes = {
  words: { label: 'Words', kinds: screenedKinds },
  pattern: { label: 'Pattern', kinds: screenedKinds },
  links: { label: 'Links', kinds: screenedKinds },
  phone: { label: 'Phone numbers', kinds: screenedKinds },
  price: { label: 'Price far below similar ones', kinds: ['listing'] },
  repeat: { label: 'Same text in many listings', kinds: ['listing'] },
  flood: { label: 'Many listings in little time', kinds: ['listing'] },
  picture: { label: "Another seller's picture", kinds: ['listing'] },
} as const satisfies Record<string, { label: string; kinds: readonly ScreenedKind[] }>;
export type RuleType = keyof typeof ruleTypes;

/** The kinds to which each action applies. */
export const fittingKinds: Record<RuleAction, readonly ScreenedKind[]> = {
  allow: screenedKinds,
  warn: ['message'],
  hold: ['listing', 'message', 'review'],
  refuse: screenedKinds,
};

/** Hours until a held listing that no moderator has decided becomes public. */
export const holdHours = 24;

/** In characters. */
export const passageMaxLength = 500;
export const maxPhrases = 200;
/** The most rules. Screening is measured with this many. */
export const maxRules = 500;
/** A preview reads at most this many rows of each kind, newest first. */
export const previewRows = 20_000;
export const previewDays = 30;
export const previewSamples = 10;

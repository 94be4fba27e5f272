import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { storableText } from '../storable-text.ts';
import {
  fittingKinds,
  maxPhrases,
  ruleActions,
  ruleTopics,
  type RuleType,
  ruleTypes,
  screenedKinds,
} from './constants.ts';

const phrase = (isPattern: boolean) =>
  storableText()
    .trim()
    .max(100, 'A phrase can have up to 100 characters.')
    .refine(
      (text) => (text.split('*', 1)[0]?.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3,
      'A phrase needs at least 3 letters before its first *.',
    )
    .refine(
      (text) => text.split('*').length <= (isPattern ? 4 : 1),
      isPattern ? 'A phrase can have up to 3 *.' : 'Choose “Pattern” as the type to use *.',
    );

const phrases = (isPattern: boolean) =>
  z.object({
    phrases: z
      .array(phrase(isPattern))
      .min(1, 'Enter at least one phrase.')
      .max(maxPhrases, `A rule can have up to ${maxPhrases} phrases.`),
    /** Phrases that make an overlapping passage harmless. */
    except: z
      .array(phrase(isPattern))
      .max(maxPhrases, `A rule can have up to ${maxPhrases} exceptions.`)
      .default([]),
  });

const count = (most: number) => z.int(`Enter a whole number from 2 to ${most}.`).min(2).max(most);

/** The parameters of each type of rule. They are stored as JSON. */
export const ruleParameters = {
  words: phrases(false),
  pattern: phrases(true),
  /** Links to these sites and their subdomains are harmless. */
  links: z.object({ allowed: z.array(storableText().trim().min(1).max(100)).max(50).default([]) }),
  phone: z.object({}),
  /** In percent of the low end of what similar listings cost. */
  price: z.object({ percent: z.int('Enter a whole number from 1 to 90.').min(1).max(90) }),
  repeat: z.object({ times: count(100) }),
  flood: z.object({
    times: count(1000),
    hours: z.int('Enter a whole number from 1 to 168.').min(1).max(168),
  }),
  picture: z.object({}),
} satisfies Record<RuleType, z.ZodObject>;

const base = z.object({
  name: storableText('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(100, 'A name can have up to 100 characters.'),
  kinds: z.array(z.enum(screenedKinds)).min(1, 'Choose what this rule applies to.').max(4),
  action: z.enum(ruleActions),
  /** The rule applies to authors up to this standing: 0 new, 1 member, 2 regular, 3 trusted. */
  maxStanding: z.int().min(0).max(3),
  /** The number of the community rule that a text which meets this one breaks. */
  guideline: z.int().min(1).max(50).nullable(),
  topic: z.enum(ruleTopics),
  advice: storableText('Say what to change.')
    .trim()
    .min(1, 'Say what to change.')
    .max(300, 'Advice can have up to 300 characters.'),
  enabled: z.boolean(),
});

const typed = <Type extends RuleType>(type: Type) =>
  base.extend({ type: z.literal(type), parameters: ruleParameters[type] });

const variants = z.discriminatedUnion(
  'type',
  [
    typed('words'),
    typed('pattern'),
    typed('links'),
    typed('phone'),
    typed('price'),
    typed('repeat'),
    typed('flood'),
    typed('picture'),
  ],
  'Choose a type of rule.',
);

/** A rule as an admin enters it. */
export const ruleContent = variants.superRefine(({ type, kinds, action }, context) => {
  const fitsType = (kind: string) => (ruleTypes[type].kinds as readonly string[]).includes(kind);
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (!kinds.every(fitsType)) refuse('kinds', 'This type of rule applies only to listings.');
  else if (!kinds.every((kind) => fittingKinds[action].includes(kind))) {
    refuse('action', actionTexts[action]);
  }
});

const actionTexts = {
  allow: '',
  warn: 'Only the reader of a message can be warned. For others, choose “Hold” or “Refuse”.',
  hold: "A name can't be held. Choose “Refuse”.",
  refuse: '',
};

/** Without an id, the rule is new. With one, `version` is the version that the admin edited. */
export const saveRuleInput = z.object({
  rule: ruleContent,
  id: lookupId.optional(),
  version: z.int().positive().optional(),
});

export const previewRuleInput = z.object({ rule: ruleContent });

/**
 * `met` is how often the rule was met in the last 30 days. `decided` is how many of the listings and
 * reviews that it held a moderator decided, and `agreed` how many of these were not dismissed.
 */
export const ruleView = z.object({
  id: z.string(),
  version: z.int(),
  rule: variants,
  met: z.int(),
  decided: z.int(),
  agreed: z.int(),
  updatedAt: z.iso.datetime(),
});
export const rulesView = z.object({ items: z.array(ruleView) });

/** What a rule would have met in the last 30 days. `isComplete` is false if not all was read. */
export const rulePreviewView = z.object({
  met: z.object({ listing: z.int(), message: z.int(), review: z.int(), name: z.int() }),
  read: z.int(),
  isComplete: z.boolean(),
  /** Public texts around the passage. Private messages are only counted. */
  samples: z.array(
    z.object({
      kind: z.enum(screenedKinds),
      text: z.string(),
      passage: z.string(),
      path: z.string(),
    }),
  ),
});

export type RuleContent = z.output<typeof variants>;
export type RuleInput = z.input<typeof variants>;
export type RuleView = z.output<typeof ruleView>;
export type RulePreview = z.output<typeof rulePreviewView>;

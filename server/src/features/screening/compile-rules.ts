import { passageMaxLength, type ScreenedKind } from '@marketplace/shared/screening/constants';
import type { RuleContent } from '@marketplace/shared/screening/schemas';
import { type Folded, fold, joinWords } from './fold.ts';
import { compilePhrase, endOfMatch, type Phrase, startOf } from './phrases.ts';
import { findLink, findPhone } from './links-and-phones.ts';

export interface Screened {
  kind: ScreenedKind;
  userId: string;
  /** The standing of the author: 0 new, 1 member, 2 regular, 3 trusted. */
  standing: number;
  text: string;
}

export type Verdict =
  | { action: 'allow' }
  | {
      action: 'warn' | 'hold' | 'refuse';
      ruleId: string;
      ruleName: string;
      /** The number of the community rule, if the rule names one. */
      guideline: number | null;
      /** The part of the text that met the rule, as its author wrote it. */
      passage: string;
      advice: string;
      topic: 'payment' | 'codes' | 'couriers' | 'other';
    };

/** A stored rule. */
export type Rule = RuleContent & { id: string; version: number };

/** The strength of each action. */
export const strength = { allow: 0, warn: 1, hold: 2, refuse: 3 } as const;

/** The phrases of rules by their first three letters. */
type Buckets = Map<string, { rule: Rule; phrase: Phrase }[]>;

export type Matcher = ReturnType<typeof compileRules>;

/**
 * Compiles enabled rules about texts. Phrases are found by their first letters, so that the time
 * for a text hardly grows with their number. Rules that need the database are left out.
 */
export function compileRules(rules: Rule[]) {
  const known = new Set<string>();
  const buckets: Buckets = new Map();
  const exceptions = new Map<string, Phrase[]>();
  for (const rule of rules) {
    if (rule.type !== 'words' && rule.type !== 'pattern') continue;
    for (const phrase of rule.parameters.phrases.map(compilePhrase)) {
      phrase.words.forEach((word) => known.add(word));
      const bucket = buckets.get(phrase.start) ?? [];
      bucket.push({ rule, phrase });
      buckets.set(phrase.start, bucket);
    }
    exceptions.set(rule.id, rule.parameters.except.map(compilePhrase));
  }
  const finders = rules.flatMap((rule) => {
    if (rule.type === 'phone') return { rule, find: findPhone };
    if (rule.type !== 'links') return [];
    return { rule, find: (text: string) => findLink(text, rule.parameters.allowed) };
  });

  /** Returns the strictest verdict of the rules that a text meets. */
  return function match({ kind, standing, text }: Omit<Screened, 'userId'>): Verdict {
    let met: { rule: Rule; passage: string } | undefined;
    const matters = (rule: Rule) =>
      rule.kinds.includes(kind) &&
      standing <= rule.maxStanding &&
      strength[rule.action] > strength[met?.rule.action ?? 'allow'];
    for (const { rule, find } of finders) {
      const passage = matters(rule) && find(text);
      if (passage) met = { rule, passage };
    }
    const folded = joinWords(fold(text), known);
    for (let at = 0; at < folded.text.length; at = nextWord(folded.text, at)) {
      for (const { rule, phrase } of buckets.get(startOf(folded.text.slice(at, at + 6))) ?? []) {
        const end = matters(rule) ? endOfMatch(phrase, folded.text, at) : 0;
        if (end === 0 || isExcepted(folded.text, { at, end }, exceptions.get(rule.id))) continue;
        met = { rule, passage: passageOf(text, folded, { at, end }) };
      }
    }
    return met ? verdictOf(met.rule, met.passage) : { action: 'allow' };
  };
}

export function verdictOf(rule: Rule, passage: string): Verdict {
  const { id: ruleId, name: ruleName, action, guideline, advice, topic } = rule;
  if (action === 'allow') return { action };
  return { action, ruleId, ruleName, guideline, advice, topic, passage };
}

function nextWord(text: string, at: number): number {
  return text.indexOf(' ', at) + 1 || text.length;
}

/** The most words before a passage with which an exception can begin. */
const wordsBefore = 4;

/** Returns true if an exception contains the passage. */
function isExcepted(
  text: string,
  { at, end }: { at: number; end: number },
  phrases: Phrase[] = [],
) {
  let from = at;
  for (let word = 0; word <= wordsBefore && phrases.length > 0; word += 1) {
    const start = from;
    if (phrases.some((phrase) => endOfMatch(phrase, text, start) >= end)) return true;
    if (from === 0) return false;
    from = text.lastIndexOf(' ', from - 2) + 1;
  }
  return false;
}

function passageOf(text: string, { starts, ends }: Folded, found: { at: number; end: number }) {
  const passage = text.slice(starts[found.at], ends[found.end - 1]);
  return passage.slice(0, passageMaxLength).replace(/[\uD800-\uDBFF]$/, '');
}

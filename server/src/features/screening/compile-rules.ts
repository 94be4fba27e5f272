import { passageMaxLength } from '@marketplace/shared/screening/constants';
import type { RuleContent } from '@marketplace/shared/screening/schemas';
import { type Folded, fold, joinWords } from './fold.ts';
import { findLink, findPhone } from './links-and-phones.ts';
import type { Screened, Verdict } from './screener.ts';

/** A stored rule. */
export type Rule = RuleContent & { id: string; version: number };

/** The strength of each action. */
export const strength = { allow: 0, warn: 1, hold: 2, refuse: 3 } as const;

/** A phrase as an expression that matches at the start of a word, in time linear in the text. */
interface Phrase {
  rule: Rule;
  expression: RegExp;
}

/** Phrases that begin with the same three letters. `any` matches if one of them does. */
interface Bucket {
  any: RegExp;
  phrases: Phrase[];
}

export type Matcher = ReturnType<typeof compileRules>;

/**
 * Compiles enabled rules about texts. Phrases are found by their first letters, so that the time
 * for a text hardly grows with their number. Rules that need the database are left out.
 */
export function compileRules(rules: Rule[]) {
  const known = new Set<string>();
  const sources = new Map<string, { rule: Rule; source: string }[]>();
  const exceptions = new Map<string, RegExp[]>();
  for (const rule of rules) {
    if (rule.type !== 'words' && rule.type !== 'pattern') continue;
    for (const phrase of rule.parameters.phrases) {
      const { source, start, words } = compilePhrase(phrase);
      words.forEach((word) => known.add(word));
      sources.set(start, [...(sources.get(start) ?? []), { rule, source }]);
    }
    const excepted = rule.parameters.except.map((phrase) => compilePhrase(phrase).source);
    exceptions.set(rule.id, excepted.map(toExpression));
  }
  const buckets = new Map<string, Bucket>();
  for (const [start, found] of sources) {
    const any = toExpression(found.map(({ source }) => source).join('|'));
    const phrases = found.map(({ rule, source }) => ({ rule, expression: toExpression(source) }));
    buckets.set(start, { any, phrases });
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
    for (const [at, bucket] of candidates(folded.text, buckets)) {
      for (const { rule, expression } of bucket.phrases) {
        if (!matters(rule)) continue;
        const end = endOfMatch(expression, folded.text, at);
        if (end === 0 || isExcepted(folded.text, { at, end }, exceptions.get(rule.id) ?? []))
          continue;
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

/** Yields where a phrase of a bucket matches. */
function* candidates(text: string, buckets: Map<string, Bucket>): Generator<[number, Bucket]> {
  for (let at = 0; at >= 0 && at < text.length; at = nextWord(text, at)) {
    const bucket = buckets.get(startOf(text.slice(at, at + 6)));
    if (bucket && endOfMatch(bucket.any, text, at) > 0) yield [at, bucket];
  }
}

function nextWord(text: string, at: number): number {
  return text.indexOf(' ', at) + 1 || -1;
}

/** Returns the first three letters, which may be those of several words. */
function startOf(text: string): string {
  return text.replaceAll(' ', '').slice(0, 3);
}

/** The most words before a passage with which an exception can begin. */
const wordsBefore = 4;

/** Returns true if an exception contains the passage. */
function isExcepted(text: string, { at, end }: { at: number; end: number }, exceptions: RegExp[]) {
  if (exceptions.length === 0) return false;
  let from = at;
  for (let word = 0; word <= wordsBefore && from >= 0; word += 1) {
    const start = from;
    if (exceptions.some((one) => endOfMatch(one, text, start) >= end)) return true;
    if (from === 0) return false;
    from = text.lastIndexOf(' ', from - 2) + 1;
  }
  return false;
}

/** Returns where a match that begins at `at` ends, or 0. */
function endOfMatch(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : 0;
}

function passageOf(text: string, { starts, ends }: Folded, found: { at: number; end: number }) {
  const passage = text.slice(starts[found.at], ends[found.end - 1]);
  return passage.slice(0, passageMaxLength).replace(/[\uD800-\uDBFF]$/, '');
}

function toExpression(source: string): RegExp {
  return new RegExp(`(?:${source})(?= |$)`, 'y');
}

/**
 * Returns a phrase as the source of an expression, with its first letters and its words. A `*`
 * within a word stands for up to 20 letters, and alone, for up to three words. The limits keep the
 * time of a match short.
 */
function compilePhrase(phrase: string): { source: string; start: string; words: string[] } {
  const words: string[] = [];
  let source = '';
  for (const typed of phrase.split(/\s+/)) {
    const pieces = typed.split('*').map((piece) => fold(piece).text);
    const isAlone = pieces.every((piece) => piece === '');
    if (isAlone) source += '(?: [^ ]{1,30}){0,3}?';
    else {
      if (pieces.length === 1) words.push(...pieces.join('').split(' '));
      const word = pieces.map((piece) => piece.replaceAll(' ', ' ?')).join('[^ ]{0,20}');
      source += (source && ` ?${word}`) || word;
    }
  }
  const literal = fold(phrase.split('*', 1).join('')).text.replaceAll(' ', '');
  if (!phrase.includes('*')) words.push(literal);
  return { source, start: startOf(literal), words };
}

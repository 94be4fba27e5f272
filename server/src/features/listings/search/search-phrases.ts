import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isStopWord, wordsOf } from '@marketplace/shared/search/words';
import { filterListings, newestFirst } from './listings.search.ts';

/** How many titles, of the newest available listings, are read for phrases. */
const titlesRead = 20_000;

/** Titles that are processed between two pauses, so that requests need not wait for all of them. */
const titlesAtOnce = 500;

/** The maximum length of a phrase in words, and the limits of its key in characters. */
const phraseWords = 3;
const keyMinLength = 2;
const keyMaxLength = 60;

/** Separators between the parts of a title: punctuation that cannot stand within a word. */
const partEnds = /[^\p{L}\p{M}\p{N}\s'’./&+-]+|\s-+\s/u;

interface Phrase {
  text: string;
  sellers: Set<string>;
  isEnd: boolean;
  /** The key of the phrase without its last word. */
  begun: string;
}

/**
 * Replaces the phrases that complete searches with those of the newest titles: every word, up to
 * three words at the end of a part of a title ('dining table' in 'Oak dining table with leaves'),
 * and other neighboring words that two sellers wrote. Each seller counts once per phrase, so that
 * nobody can make a phrase common alone. A phrase that is only used as the beginning of a longer
 * one is left out.
 */
export async function refreshSearchPhrases(db: Db): Promise<void> {
  const listings = await filterListings(db, { withInactive: false })
    .select(['sellerId', 'title'])
    .orderBy(newestFirst)
    .limit(titlesRead)
    .execute();
  const found = new Map<string, Phrase>();
  for (const [index, { sellerId, title }] of listings.entries()) {
    addPhrases(found, title, sellerId);
    if (index % titlesAtOnce === 0) await setImmediate();
  }
  const counted = [...found].filter(([, { isEnd, sellers }]) => isEnd || sellers.size > 1);
  const continued = new Set(counted.map(([, { begun, sellers }]) => `${begun} ${sellers.size}`));
  const all = counted.filter(([key, { sellers }]) => !continued.has(`${key} ${sellers.size}`));
  await db.transaction().execute(async (trx) => {
    // This lock lets readers through and makes another refresh wait.
    await sql`lock table search_phrases in share row exclusive mode`.execute(trx);
    await trx.deleteFrom('searchPhrases').execute();
    await sql`
      insert into search_phrases (key, phrase, uses)
      select * from unnest(${all.map(([key]) => key)}::text[],
        ${all.map(([, { text }]) => text)}::text[],
        ${all.map(([, { sellers }]) => sellers.size)}::int[])`.execute(trx);
  });
}

function addPhrases(found: Map<string, Phrase>, title: string, sellerId: string): void {
  for (const words of partsOf(title)) {
    for (let start = 0; start < words.length; start += 1) {
      if (!/^\p{L}/u.test(words[start]?.text ?? '')) continue;
      for (let size = 1; size <= phraseWords && start + size <= words.length; size += 1) {
        const some = words.slice(start, start + size);
        const key = keyOf(some);
        if (key.length < keyMinLength || key.length > keyMaxLength) continue;
        const phrase = found.get(key) ?? {
          text: some.map(({ text }) => text).join(' '),
          sellers: new Set(),
          isEnd: false,
          begun: keyOf(some.slice(0, -1)),
        };
        phrase.sellers.add(sellerId);
        phrase.isEnd ||= size === 1 || start + size === words.length;
        found.set(key, phrase);
      }
    }
  }
}

/** A word as written, and its key in the form of search documents. */
interface WrittenWord {
  text: string;
  key: string;
}

function keyOf(words: WrittenWord[]): string {
  return words.map(({ key }) => key).join('');
}

/** Divides a title at punctuation and stop words, and returns the words of each part. */
function partsOf(title: string): WrittenWord[][] {
  const parts: WrittenWord[][] = [];
  for (const part of title.toLowerCase().split(partEnds)) {
    let words: WrittenWord[] = [];
    for (const written of part.split(/\s+/)) {
      const read = wordsOf(written);
      if (read.length > 0 && !read.some(isStopWord)) {
        const text = written.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
        words.push({ text, key: read.map((word) => word.text).join('') });
      } else {
        parts.push(words);
        words = [];
      }
    }
    parts.push(words);
  }
  return parts;
}

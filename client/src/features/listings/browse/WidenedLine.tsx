import { Anchor } from '@mantine/core';
import { quoted } from '@marketplace/shared/listings/filter-text';
import { filtersPath } from '@marketplace/shared/listings/filters';
import type { ListedView, UnderstoodView } from '@marketplace/shared/listings/views';
import { PageLink } from '../../../ui/PageLink.tsx';
import { focusListed } from './FilterBar.tsx';
import type { Filtering } from './use-listings.ts';
import classes from './ListingResults.module.css';

export const similarText = 'Include similar words';

/**
 * Says how a search was widened, with a link to the exact search. For an exact search, links back.
 * Screen readers announce the text only if the element was on the page before it.
 */
export function WidenedLine({ action, filters, understood, query: { listings } }: Filtering) {
  const { search, literal } = filters;
  const text =
    !listings?.length || !understood
      ? ''
      : literal
        ? `Showing results for exactly ${quoted(search)}.`
        : widenedText(understood, listings);
  return (
    <output className={classes.widened}>
      {text && (
        <>
          <span>{text}</span>{' '}
          <Anchor
            component={PageLink}
            to={filtersPath(action, { ...filters, literal: literal ? '' : 'true' })}
            className="touch-link"
            onClick={focusListed}
          >
            {literal ? similarText : `Search only for ${quoted(search)}`}
          </Anchor>
        </>
      )}
    </output>
  );
}

/**
 * Returns a text such as 'Also showing results for sofa and settee.', after the words that were
 * left out. Returns '' for a search that was not widened.
 */
export function widenedText(
  { expansions, dropped }: UnderstoodView,
  listings: Pick<ListedView, 'title' | 'description'>[],
): string {
  const texts = listings.map((one) => one.title + one.description);
  const found = texts
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
  // Ignores the last two letters, because forms of a word differ at the end.
  const isFound = expansions.some(({ word }) =>
    word.split(' ').every((part) => found.includes(part.slice(0, -2))),
  );
  const also = listWords(expansions.flatMap((one) => one.also));
  return [
    dropped.length > 0 &&
      `No listings have all your words. Showing results without ${listWords(dropped.map(quoted))}.`,
    also && `${isFound ? 'Also showing' : 'Showing'} results for ${also}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Joins words, at most four: 'sofa, settee, davenport, and more'. Leaves out emoji. */
export function listWords(words: string[]): string {
  const all = [...new Set(words)].filter((word) => /[\p{L}\p{N}]/u.test(word));
  const named = all.length > 4 ? [...all.slice(0, 3), 'more'] : all;
  return new Intl.ListFormat('en-US').format(named);
}

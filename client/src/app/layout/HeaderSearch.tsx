import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import {
  filtersPath,
  type ListingFilters,
  noFilters,
  readFilters,
} from '@marketplace/shared/listings/filters';
import { paths } from '../../config/paths.ts';
import { SearchInput } from '../../features/listings/search/SearchInput.tsx';
import { IconSearch } from '../../ui/icons/icons.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import headerClasses from './Header.module.css';
import classes from './HeaderSearch.module.css';

const searchId = 'header-search';

/** Pages with a search field of their own, which `ownField` selects. */
const searchPages = new Set<string>([paths.landing, '/landing', paths.home, paths.listings()]);
const ownField = 'main input[name="search"]';

/**
 * The search of every page: a field on wide screens, otherwise a button that opens a native popover
 * with the field. On a page with its own field, the header's search appears when that field has
 * scrolled away.
 */
export function HeaderSearch() {
  const { pathname } = useLocation();
  const isPast = useSyncExternalStore(subscribeToScrolling, isOwnFieldPast, () => false);
  const yields = searchPages.has(pathname) && !isPast;
  const box = useRef<HTMLElement>(null);
  const open = () => {
    const input = box.current?.querySelector<HTMLInputElement>('[type="search"]') ?? null;
    if (input?.offsetParent === null) box.current?.showPopover();
    focus(input);
  };
  useSlash(() => (yields ? focus(document.querySelector(ownField)) : open()));
  return (
    <>
      <search
        id={searchId}
        ref={box}
        popover="auto"
        className={classes.search}
        data-yields={yields || undefined}
      >
        <SearchForm onLeave={() => box.current?.hidePopover()} />
        <PlainButton className={classes.cancel} popoverTarget={searchId} popoverTargetAction="hide">
          Cancel
        </PlainButton>
      </search>
      <PlainButton
        className={`${headerClasses.icon} ${classes.open}`}
        aria-label="Search"
        popoverTarget={searchId}
        onClick={(event) => {
          // A phone opens its keyboard only if the field is focused within the click.
          event.preventDefault();
          open();
        }}
      >
        <IconSearch size={22} stroke={1.75} />
      </PlainButton>
    </>
  );
}

/** The search form. On the list it keeps the other filters. It works without JavaScript. */
function SearchForm({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const isList = pathname === paths.listings();
  const filters = isList ? readFilters(params) : noFilters;
  const form = useRef<HTMLFormElement>(null);
  const fieldOf = () => form.current?.querySelector<HTMLInputElement>('[name="search"]');
  const go = (change: Partial<ListingFilters>) => {
    fieldOf()?.blur();
    onLeave();
    void navigate(filtersPath(paths.listings(), { ...filters, literal: '', ...change }));
    // A change of filters keeps the scroll position, but a new search starts at the top.
    if (isList) window.scrollTo(0, 0);
  };
  const leaveOnEscape = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.currentTarget.value = filters.search;
    onLeave();
    event.currentTarget.blur();
  };
  return (
    <form
      ref={form}
      method="get"
      action={paths.listings()}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        go({ search: fieldOf()?.value ?? '' });
      }}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <SearchInput
        // Resets the field when the address changes.
        key={filters.search}
        defaultValue={filters.search}
        aria-label="Search the marketplace"
        aria-keyshortcuts="/"
        placeholder="Search the marketplace"
        onKeyDown={leaveOnEscape}
        onChosen={(chosen) => {
          // Choosing a category may leave the address's search unchanged, and then the key does not
          // reset the field.
          const field = fieldOf();
          if (field) field.value = chosen.search;
          go(chosen);
        }}
      />
      <kbd aria-hidden>/</kbd>
    </form>
  );
}

function useSlash(callback: () => void): void {
  const onKeyDown = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest(busyWithKeys)) return;
    event.preventDefault();
    callback();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function focus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
  field?.select();
}

const busyWithKeys =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

function subscribeToScrolling(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

/** Returns true if the page's own field has scrolled under the header or above it. */
function isOwnFieldPast(): boolean {
  const field = document.querySelector(ownField);
  // The height of the header in Header.module.css.
  return field !== null && field.getBoundingClientRect().bottom < 60;
}

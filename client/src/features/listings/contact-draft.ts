import { newId } from '../../api/new-id.ts';

/** What was typed to a seller and not sent. The id goes with every try to send this very text. */
export interface ContactDraft {
  text: string;
  clientId: string;
}

const key = (listingId: string) => `contact-draft:${listingId}`;

/** What was typed about a listing in this tab, also before a sign-in or a reload. */
export function readContactDraft(listingId: string): ContactDraft {
  try {
    const kept = sessionStorage.getItem(key(listingId));
    if (kept) return JSON.parse(kept) as ContactDraft;
  } catch {
    // A browser may forbid storage: the draft then lives as long as the page.
  }
  return { text: '', clientId: newId() };
}

/** Keeps what is typed; '' drops it. Returns the draft, with an id of its own. */
export function writeContactDraft(listingId: string, text: string): ContactDraft {
  const draft = { text, clientId: newId() };
  try {
    if (text) sessionStorage.setItem(key(listingId), JSON.stringify(draft));
    else sessionStorage.removeItem(key(listingId));
  } catch {
    // Full or forbidden: typing goes on without a copy.
  }
  return draft;
}

import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DraftContent, DraftView } from '@marketplace/shared/listings/drafts';
import { errorCode, errorMessage, fieldIssues, newerDraft } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { type Pictures, withDraft, withoutStored } from '../photos/use-pictures.ts';
import { blank, clearDraft, differences, newLink, readLink, saveLink } from './draft.ts';
import type { ListingForm } from './listing-form.ts';

/** How long after the last change a draft is saved, in ms. */
const delay = 1000;

/**
 * Saves a signed-in user's new listing on the server while they write. `other` is the draft of
 * another device that a save would replace; `keep` and `adopt` decide between the two.
 */
export function useDraftSync(listingForm: ListingForm, pictures: Pictures) {
  const { form, isNew } = listingForm;
  const owner = useCurrentUser()?.id ?? null;
  const isOn = isNew && owner !== null && pictures.isRestored;
  const link = useDraftLink(owner);
  const [failure, setFailure] = useState<string | null>(null);
  const [other, setOther] = useState<DraftView | null>(null);
  const running = useRef<Promise<unknown>>(Promise.resolve(null));
  const { save, recover, adopt, reset } = useDraftCalls(link, listingForm, pictures);

  const attempt = async (isRetry = false): Promise<unknown> => {
    if (!isOn) return null;
    try {
      await save();
      setFailure(null);
      return null;
    } catch (error) {
      if (!isRetry && recover(error)) return attempt(true);
      const newer = newerDraft(error);
      if (newer) setOther(newer);
      else setFailure(errorMessage(error, "We'll try again."));
      return error;
    }
  };
  /** Saves what has changed, after the current save. Resolves to the error, or null. */
  const sync = () => {
    running.current = running.current.then(() => attempt());
    return running.current;
  };
  const later = useDebouncedCallback(() => void sync(), { delay, flushOnUnmount: true });

  const syncNow = useEffectEvent(() => void sync());
  useEffect(() => {
    if (!isOn) return;
    syncNow();
    const aborter = new AbortController();
    window.addEventListener('online', () => syncNow(), { signal: aborter.signal });
    return () => aborter.abort();
  }, [isOn]);
  const photos = pictures.pictures.map(({ preview, url }) => `${preview} ${url}`);
  const content = JSON.stringify([form.values, photos]);
  const onChange = useEffectEvent((_content: string) => {
    if (isOn && !other) later();
  });
  useEffect(() => onChange(content), [content]);

  return {
    savedAt: link.savedAt,
    failure,
    other,
    setOther,
    /** Resolves after the current save, so that no other upload runs beside the next. */
    idle: () => running.current,
    /** Saves at once. Resolves to the error, or null. */
    flush: () => {
      later.cancel();
      return sync();
    },
    /** Returns the draft that a new listing was, for its deletion. */
    linked: () => link.ref.current.base,
    /** Empties the form for the next listing. */
    reset,
    adopt: (draft: DraftView) => {
      setOther(null);
      adopt(draft);
    },
    keep: () => {
      link.set({ ...link.ref.current, base: other });
      setOther(null);
      return sync();
    },
    changes: other
      ? differences(
          { ...form.values, images: pictures.pictures.flatMap(({ url }) => url ?? []) },
          other.draft,
        )
      : [],
  };
}

export type DraftSync = ReturnType<typeof useDraftSync>;

/** Holds the form's link to the server's draft. It is stored, too, for when the form opens again. */
function useDraftLink(owner: string | null) {
  const [initial] = useState(() => readLink(owner));
  const ref = useRef(initial);
  const [savedAt, setSavedAt] = useState(initial.base?.updatedAt ?? null);
  const set = (next: typeof initial) => {
    ref.current = next;
    saveLink(owner, next);
    setSavedAt(next.base?.updatedAt ?? null);
  };
  return { ref, savedAt, set };
}

function useDraftCalls(
  link: ReturnType<typeof useDraftLink>,
  { form, empty }: ListingForm,
  pictures: Pictures,
) {
  const { client, drafts } = trpc.useUtils();
  const isChecked = useRef(false);
  const sent = useRef<DraftContent>(null);

  const reset = () => {
    form.setInitialValues(empty);
    form.setValues(empty);
    form.clearErrors();
    pictures.clear();
    link.set(newLink());
    void clearDraft();
    void drafts.invalidate();
  };

  const adopt = (view: DraftView) => {
    const { images = [], ...values } = view.draft;
    form.setValues({ ...blank, ...values });
    const list = withDraft(images.map((url) => ({ file: null, url })));
    pictures.change(() => list([]));
    link.set({ ...link.ref.current, base: view });
  };

  /** Shows what another device has changed in the draft, if this form has no unsaved changes. */
  const checkOnce = async ({ id, version, draft }: DraftView) => {
    if (isChecked.current) return;
    const newest = await client.drafts.get
      .query({ id })
      .catch((error: unknown) => (errorCode(error) === 'NOT_FOUND' ? null : undefined));
    // If the user typed during the call, the form stays. Its save is refused if a newer draft exists.
    if (differences({ ...draft, ...form.getValues() }, draft).length > 0) return;
    if (newest === null) reset();
    else if (newest && newest.version !== version) adopt(newest);
  };

  const save = async (): Promise<void> => {
    const urls = await pictures.store();
    const images = urls.filter((url) => url !== null);
    const draft = { ...form.getValues(), images };
    const { base, clientId } = link.ref.current;
    if (differences(draft, base?.draft ?? { ...empty, images: [] }).length > 0) {
      sent.current = draft;
      // Stores the clientId before the call, so that a reload repeats it.
      link.set(link.ref.current);
      const target = base && { id: base.id, version: base.version };
      const saved = await client.drafts.save.mutate({ ...target, clientId, draft });
      link.set({ clientId, base: { ...saved, draft, updatedAt: new Date().toISOString() } });
      void drafts.invalidate();
    } else if (base) {
      await checkOnce(base);
    }
    isChecked.current = true;
    if (images.length < urls.length) throw new Error('A photo is not uploaded.');
  };

  /** Prepares another attempt after a refusal, and returns true if that can succeed. */
  const recover = (error: unknown): boolean => {
    const newer = newerDraft(error);
    if (newer && sent.current && differences(sent.current, newer.draft).length === 0) {
      // The response to an earlier save was lost.
      link.set({ ...link.ref.current, base: newer });
      return true;
    }
    if (errorCode(error) === 'NOT_FOUND') {
      link.set(newLink());
      return true;
    }
    const isGone = fieldIssues(error).some(({ path }) => path === 'draft.images');
    if (isGone) pictures.change(withoutStored);
    return isGone;
  };

  return { save, recover, adopt, reset };
}

import { maxPhotos } from '@marketplace/shared/messaging/constants';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { isUnauthorized, refusalOf } from '../../../api/errors.ts';
import { pause, reconnectDelay } from '../../../api/keep-subscribed.ts';
import { newId } from '../../../api/use-client-id.ts';
import type { trpc } from '../../../api/trpc.ts';
import { createStore } from '../../../ui/store.ts';
import { namedReason, refuseFile, uploadImage } from '../../uploads/upload-image.ts';
import { sendingAfter } from './send-message.ts';

/** A photo that was chosen for a message. */
export interface DraftPhoto {
  key: string;
  file: File;
  /** The object URL of the file. */
  preview: string;
  /** The path on the server, or null until the upload is done. */
  path: string | null;
  /** The uploaded part, 0 to 1, or null if no upload is under way. */
  progress: number | null;
  /** Why the upload failed. */
  error: string | null;
}

interface DraftState {
  photos: readonly DraftPhoto[];
  /** `waiting` means that the photos wait for the connection. */
  sending: 'no' | 'now' | 'waiting';
  /** Why the photos were not sent. */
  error: string | null;
}

const empty: DraftState = { photos: [], sending: 'no', error: null };

interface Sender {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** The user's id. The server refuses if the session belongs to another user. */
  me: string | undefined;
}

type Upload = typeof uploadImage;

/**
 * The photos of an unsent message in a conversation. They are uploaded as soon as they are chosen,
 * one after the other, and stay until the server has stored the message.
 */
export class PhotoDraft {
  readonly state = createStore<DraftState>(empty);
  readonly #conversationId: string;
  readonly #upload: Upload;
  /** Resolves when every chosen photo is uploaded or has failed. */
  #uploads = Promise.resolve();
  #clientId = newId();

  constructor(conversationId: string, upload: Upload = uploadImage) {
    this.#conversationId = conversationId;
    this.#upload = upload;
  }

  /** Adds files up to the limit. Returns why some were left out, or null. */
  add(files: readonly File[]): string | null {
    const { photos, sending } = this.state.get();
    if (sending !== 'no') return 'Your photos are being sent. Add more when they are.';
    const refused = files.map(refuseFile).find((reason) => reason !== null);
    const accepted = files.filter((file) => refuseFile(file) === null);
    const added = accepted.slice(0, maxPhotos - photos.length).map(chosen);
    this.#set({ photos: [...photos, ...added], error: null });
    for (const { key } of added) this.#enqueue(key);
    if (refused) return refused;
    return added.length < accepted.length ? `A message can have up to ${maxPhotos} photos.` : null;
  }

  remove(key: string): void {
    const { photos } = this.state.get();
    const removed = photos.find((photo) => photo.key === key);
    if (!removed) return;
    URL.revokeObjectURL(removed.preview);
    this.#set({ photos: photos.filter((photo) => photo !== removed), error: null });
  }

  /** Uploads a failed photo again. */
  retry(key: string): void {
    this.#patch(key, { error: null, progress: 0 });
    this.#set({ error: null });
    this.#enqueue(key);
  }

  clear(): void {
    for (const { preview } of this.state.get().photos) URL.revokeObjectURL(preview);
    this.state.set(empty);
  }

  /**
   * Sends the photos as one message once they are uploaded, and retries until the server is
   * reached. Resolves to the message, or to null if it was not sent. The state then has the reason.
   */
  async send({ client, me }: Sender): Promise<MessageView | null> {
    this.#set({ sending: 'now', error: null });
    await this.#uploads;
    const { photos } = this.state.get();
    const images = photos.flatMap(({ path }) => path ?? []);
    // Each failed photo shows its error.
    if (images.length < photos.length) return this.#end(null);
    const { mutate } = client.messaging.sendPhotos;
    const input = { conversationId: this.#conversationId, clientId: this.#clientId, images };
    for (let failures = 0; ; failures += 1) {
      try {
        const message = await mutate({ ...input, senderId: me });
        this.clear();
        this.#clientId = newId();
        return message;
      } catch (error) {
        if (isUnauthorized(error)) return this.#end('Sign in again to send your photos.');
        const result = sendingAfter(error, failures);
        if (result.outcome === 'refused') return this.#end(result.error);
        const isReached = refusalOf(error) !== null;
        this.#set({ sending: isReached ? 'now' : 'waiting' });
        const afterMs = result.outcome === 'later' ? result.afterMs : undefined;
        await untilOnline(afterMs ?? reconnectDelay(failures + 1));
      }
    }
  }

  #end(error: string | null): null {
    this.#set({ sending: 'no', error });
    return null;
  }

  #enqueue(key: string): void {
    this.#uploads = this.#uploads.then(() => this.#store(key));
  }

  async #store(key: string): Promise<void> {
    const photo = this.state.get().photos.find((one) => one.key === key);
    if (!photo) return;
    this.#patch(key, { progress: 0 });
    try {
      const path = await this.#upload(photo.file, {
        purpose: 'message',
        retryDelays: [1_000, 3_000],
        onProgress: (progress) => this.#patch(key, { progress }),
      });
      this.#patch(key, { path, progress: null });
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Upload failed.';
      this.#patch(key, { error: namedReason(photo.file.name, reason), progress: null });
    }
  }

  #patch(key: string, fields: Partial<DraftPhoto>): void {
    const { photos } = this.state.get();
    this.#set({
      photos: photos.map((photo) => (photo.key === key ? { ...photo, ...fields } : photo)),
    });
  }

  #set(fields: Partial<DraftState>): void {
    this.state.set({ ...this.state.get(), ...fields });
  }
}

function chosen(file: File): DraftPhoto {
  const preview = URL.createObjectURL(file);
  return { key: newId(), file, preview, path: null, progress: 0, error: null };
}

/** Waits for `ms`, or until the connection is back. */
async function untilOnline(ms: number): Promise<void> {
  const back = new AbortController();
  const stop = () => back.abort();
  window.addEventListener('online', stop);
  await pause(ms, back.signal);
  window.removeEventListener('online', stop);
}

/** One draft per conversation, so that none is lost when the user opens another chat. */
const drafts = new Map<string, PhotoDraft>();

export function photoDraftOf(conversationId: string): PhotoDraft {
  const draft = drafts.get(conversationId) ?? new PhotoDraft(conversationId);
  drafts.set(conversationId, draft);
  return draft;
}

/** Discards all drafts. Called at sign-out, so that nothing of this user stays behind. */
export function clearPhotoDrafts(): void {
  for (const draft of drafts.values()) draft.clear();
  drafts.clear();
}

// Chosen photos exist only on this page, so the browser warns before it is closed.
if (typeof window !== 'undefined') {
  window.addEventListener('beforeunload', (event) => {
    const isUnsent = (draft: PhotoDraft) => draft.state.get().photos.length > 0;
    if ([...drafts.values()].some(isUnsent)) event.preventDefault();
  });
}

/** The offline copy of a message. */
export interface MessageCopy {
  seq: number;
  mine: boolean;
  content: string;
  createdAt: string;
}

/** The listing's title, the other person's name, and the last known messages, oldest first. */
export interface ConversationCopy {
  id: string;
  title: string;
  name: string;
  lastMessageAt: string;
  messages: MessageCopy[];
}

/** The offline copies of one user's last conversations, newest first. */
export interface OfflineCopies {
  userId: string;
  keptAt: string;
  conversations: ConversationCopy[];
}

const cacheName = 'kept-conversations';
const address = '/kept-conversations';

/** Resolves to true if this browser has copies, and to false if it has none or forbids storage. */
export function hasCopies(): Promise<boolean> {
  return caches.has(cacheName).catch(() => false);
}

/** Resolves to this browser's copies, or to null. Rejects if the browser forbids storage. */
export async function readCopies(): Promise<OfflineCopies | null> {
  const stored = await caches.match(address, { cacheName });
  return stored ? ((await stored.json()) as OfflineCopies) : null;
}

/** Replaces the copies in this browser. */
export async function writeCopies(copies: OfflineCopies): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, Response.json(copies));
}

export async function deleteCopies(): Promise<void> {
  await caches.delete(cacheName);
}

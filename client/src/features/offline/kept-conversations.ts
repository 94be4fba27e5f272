/** The offline copy of a message. */
export interface KeptMessage {
  /** The sequence number in the conversation. */
  seq: number;
  mine: boolean;
  content: string;
  createdAt: string;
}

export interface KeptConversation {
  id: string;
  /** The listing's title. */
  title: string;
  /** The other person's name. */
  name: string;
  lastMessageAt: string;
  /** The last messages known to this browser, oldest first. */
  messages: KeptMessage[];
}

/** The offline copies of one user's last conversations, newest first. */
export interface KeptConversations {
  userId: string;
  keptAt: string;
  conversations: KeptConversation[];
}

const cacheName = 'kept-conversations';
const address = '/kept-conversations';

/** Resolves to true if this browser has copies, and to false if it has none or forbids storage. */
export function hasKept(): Promise<boolean> {
  return caches.has(cacheName).catch(() => false);
}

/** Resolves to this browser's copies, or to null. Rejects if the browser forbids storage. */
export async function readKept(): Promise<KeptConversations | null> {
  const kept = await caches.match(address, { cacheName });
  return kept ? ((await kept.json()) as KeptConversations) : null;
}

/** Replaces the copies in this browser. */
export async function writeKept(kept: KeptConversations): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, Response.json(kept));
}

export async function forgetKept(): Promise<void> {
  await caches.delete(cacheName);
}

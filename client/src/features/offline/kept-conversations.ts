/** A message as it is kept for times without a connection. */
export interface KeptMessage {
  /** Its number in the conversation. */
  seq: number;
  mine: boolean;
  content: string;
  createdAt: string;
}

export interface KeptConversation {
  id: string;
  /** Of the listing. */
  title: string;
  /** Of the other person. */
  name: string;
  lastMessageAt: string;
  /** The last ones that are known here, oldest first. */
  messages: KeptMessage[];
}

/** The last conversations of one user, newest first. */
export interface KeptConversations {
  userId: string;
  keptAt: string;
  conversations: KeptConversation[];
}

const cacheName = 'kept-conversations';
const address = '/kept-conversations';

/** Whether this browser keeps any; false where it forbids storage. */
export function hasKept(): Promise<boolean> {
  return caches.has(cacheName).catch(() => false);
}

/** What this browser keeps; null when nothing. Rejects where the browser forbids storage. */
export async function readKept(): Promise<KeptConversations | null> {
  const kept = await caches.match(address, { cacheName });
  return kept ? ((await kept.json()) as KeptConversations) : null;
}

/** Keeps these in place of those before. */
export async function writeKept(kept: KeptConversations): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address, Response.json(kept));
}

export async function forgetKept(): Promise<void> {
  await caches.delete(cacheName);
}

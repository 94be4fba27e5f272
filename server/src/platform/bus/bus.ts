/**
 * Carries short messages between the server instances. Any of them may be lost, doubled or late:
 * what has to arrive is in the database, and the bus only says that it is time to look.
 */
export interface Bus {
  /** Resolves once the message is handed over. Throws when it could not be, or is too long. */
  publish(message: string): Promise<void>;
  /** Every message from any instance, this one included, until the returned function is called. */
  subscribe(listener: BusListener): () => void;
  /** Throws unless messages arrive here at this moment. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BusListener {
  onMessage(message: string): void;
  /** The connection is back after a time in which messages may have been missed. */
  onGap(): void;
}

/**
 * How often a bus asks its own connection for a sign of life, in milliseconds: one whose other end
 * has vanished without a word would else be listened to for a quarter of an hour.
 */
export const usualBeatMs = 10_000;

/** Bytes of one message: what PostgreSQL takes in a NOTIFY (8,000) less a little. */
export const maxMessageBytes = 7_900;

/** Throws on a message that not every kind of bus could carry. */
export function assertFits(message: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes > maxMessageBytes) throw new RangeError(`A bus message of ${bytes} bytes is too long.`);
}

/**
 * Carries short messages between the server instances. Any of them may be lost, doubled or late:
 * everything that has to arrive is in the database, and a message only says that it is time to read.
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

/** Milliseconds between checks of the connection. Without them, a lost one is noticed after 15 minutes. */
export const defaultHeartbeatMs = 10_000;

/** Bytes of one message: a little less than the 8,000 of a NOTIFY. */
export const maxMessageBytes = 7_900;

/** Throws on a message that not every kind of bus could carry. */
export function assertFits(message: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes > maxMessageBytes) throw new RangeError(`A bus message of ${bytes} bytes is too long.`);
}

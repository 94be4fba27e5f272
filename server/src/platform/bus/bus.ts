/**
 * Carries short messages between server instances, of which any may be lost, doubled or late. Data
 * that must arrive is in the database, and a message only says that it is time to read.
 */
export interface Bus {
  /** Throws if the message could not be handed over or is too long. */
  publish(message: string): Promise<void>;
  /** Receives the messages of all instances, including this one. Returns an unsubscriber. */
  subscribe(listener: BusListener): () => void;
  /** Throws unless messages can arrive here at this moment. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BusListener {
  onMessage(message: string): void;
  /** Called when the connection is back after messages may have been lost. */
  onGap(): void;
}

/** The time between connection checks. Without them, a loss is noticed after 15 minutes. */
export const defaultHeartbeatMs = 10_000;

/** The most bytes in one message, slightly below the 8,000 of a NOTIFY. */
export const maxMessageBytes = 7_900;

/** Throws if the message is too long for some kind of bus. */
export function assertFits(message: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes > maxMessageBytes) throw new RangeError(`A bus message of ${bytes} bytes is too long.`);
}

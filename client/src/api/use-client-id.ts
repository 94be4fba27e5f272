import { useCallback, useState } from 'react';

/** Returns a random UUID. Works over plain http too, where `crypto.randomUUID` does not exist. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // RFC 9562 fixes these bits for version 4.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Returns the id for every attempt of a form to create something, and a function that renews it.
 * Renew it after a success, so that the next submission creates something else.
 */
export function useClientId(): [clientId: string, renew: () => void] {
  const [clientId, setClientId] = useState(newId);
  return [clientId, useCallback(() => setClientId(newId()), [])];
}

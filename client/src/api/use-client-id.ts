import { useCallback, useState } from 'react';
import { newId } from './new-id.ts';

/**
 * Returns the id for every attempt of a form to create something, and a function that renews it.
 * Renew it after a success, so that the next submission creates something else.
 */
export function useClientId(): [clientId: string, renew: () => void] {
  const [clientId, setClientId] = useState(newId);
  return [clientId, useCallback(() => setClientId(newId()), [])];
}

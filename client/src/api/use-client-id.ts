import { useCallback, useState } from 'react';
import { newId } from './new-id.ts';

/**
 * Returns the id that goes with every try of a form to create something, and a function that makes a new one.
 * Call it after a success, so that the next submission creates something else.
 */
export function useClientId(): [clientId: string, renew: () => void] {
  const [clientId, setClientId] = useState(newId);
  return [clientId, useCallback(() => setClientId(newId()), [])];
}

import * as fc from 'fast-check';
import { hostileText, hostileValue } from './hostile.ts';

/** A change of a valid input at the place that `at` selects. */
export interface Change {
  at: number;
  how: 'replace' | 'remove' | 'add' | 'append';
  value: unknown;
}

export const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    at: fc.nat(1_000),
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'append'),
    value: hostileValue,
  }),
  { maxLength: 2 },
);

/** Changes with only texts, for the parts of an address. */
export const textChanges: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ at: fc.nat(1_000), how: fc.constant('replace'), value: hostileText }),
  { maxLength: 2 },
);

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function placesOf(value: unknown, found: Place[] = []): Place[] {
  if (!isHolder(value)) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value, key });
    placesOf(value[key], found);
  }
  return found;
}

/** Returns a copy of the input with the changes, applied one after another. */
export function changed(input: unknown, list: readonly Change[]): unknown {
  const whole: Record<string, unknown> = { input: structuredClone(input) };
  for (const { at, how, value } of list) {
    const places = placesOf(whole);
    const { holder, key } = places[at % places.length] ?? { holder: whole, key: 'input' };
    const there = holder[key];
    if (how === 'remove') delete holder[key];
    else if (how === 'append' && typeof there === 'string')
      holder[key] = `${there}${typeof value === 'string' ? value : JSON.stringify(value)}`;
    else if (how === 'add' && isHolder(there)) there[`extra${at}`] = structuredClone(value);
    else holder[key] = structuredClone(value);
  }
  return whole['input'];
}

import * as fc from 'fast-check';
import type { DocumentedCall } from './calls.ts';
import { type Caller, callers } from './callers.ts';
import { type Change, changes, textChanges } from './change.ts';
import { hostileBody, hostileSegment } from './hostile.ts';
import { inputOf } from './input-of.ts';
import type { Target } from './targets.ts';

/** The input of a case. A seed is a valid input from the access matrix. */
export type Sent =
  | { kind: 'valid'; seed: number }
  | { kind: 'changed'; seed: number; changes: Change[]; addressChanges: Change[] }
  | { kind: 'generated'; input: unknown; changes: Change[] }
  | {
      kind: 'documented';
      call: DocumentedCall;
      changes: Change[];
      addressChanges: Change[];
    }
  | { kind: 'raw'; seed: number; body: string; type: string }
  | { kind: 'segments'; segments: string[] };

export interface Case {
  target: Target;
  caller: Caller;
  sent: Sent;
}

const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'x',
);

const someChanges = fc.oneof(fc.constant<Change[]>([]), changes);

function sentTo(target: Target): fc.Arbitrary<Sent> {
  const seed = fc.nat(10);
  const valid = fc.record({ kind: fc.constant('valid' as const), seed });
  const almost = fc.record({
    kind: fc.constant('changed' as const),
    seed,
    changes,
    addressChanges: textChanges,
  });
  const raw = fc.record({
    kind: fc.constant('raw' as const),
    seed,
    body: hostileBody,
    type: contentTypes,
  });
  const segments = fc.record({
    kind: fc.constant('segments' as const),
    segments: fc.array(hostileSegment, { minLength: 1, maxLength: 3 }),
  });
  if (target.kind === 'route') {
    const inPath = target.path.includes(':') ? [segments, segments] : [];
    if (!target.calls) return fc.oneof(valid, almost, almost, almost, raw, ...inPath);
    const documented = fc.record({
      kind: fc.constant('documented' as const),
      call: target.calls,
      changes: someChanges,
      addressChanges: fc.oneof(fc.constant<Change[]>([]), textChanges),
    });
    return fc.oneof(valid, almost, almost, documented, documented, documented, raw, ...inPath);
  }
  if (!target.schema) return fc.oneof(valid, raw, almost);
  const generated = fc.record({
    kind: fc.constant('generated' as const),
    input: inputOf(target.schema),
    changes: someChanges,
  });
  return fc.oneof(valid, almost, almost, generated, generated, generated, raw);
}

/**
 * Returns this many cases, one target after another. The same seed and targets return the same
 * cases.
 */
export function casesOf(targets: readonly Target[], inputs: number, seed: number): Case[] {
  const rounds = Math.ceil(inputs / targets.length);
  const ofTargets = targets.map((target, index) =>
    fc.sample(
      fc.record({
        target: fc.constant(target),
        // Callers with more rights are chosen more often.
        caller: fc.constantFrom<Caller[]>(...callers, 'owner', 'owner', 'other', 'admin', 'admin'),
        sent: sentTo(target),
      }),
      { numRuns: rounds, seed: seed + index * 7919 },
    ),
  );
  return Array.from({ length: rounds })
    .flatMap((_, round) => ofTargets.map((cases) => cases[round]))
    .filter((one): one is Case => one !== undefined)
    .slice(0, inputs);
}

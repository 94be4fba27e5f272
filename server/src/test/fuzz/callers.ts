import { findToken } from '../../features/tokens/tokens.ts';
import { newApiToken } from '../../features/tokens/tokens.fixtures.ts';
import { cookiesOf } from '../access/call.ts';
import { type Role, roles } from '../access/statuses.ts';
import type { World } from '../access/world.ts';

const tokens = ['owner reads', 'owner writes', 'admin writes', 'forged token'] as const;
export type TokenCaller = (typeof tokens)[number];

/** The caller: a role with its cookies, or an API token with one of the scopes. */
export type Caller = Role | TokenCaller;
export const callers = [...roles, ...tokens] as const;

export function isToken(caller: Caller): caller is TokenCaller {
  return tokens.some((token) => token === caller);
}

/** Returns the request headers that identify each caller of a world. */
export async function headersOf(world: World): Promise<Record<Caller, Record<string, string>>> {
  const { ctx, owner, admin } = world;
  const held = {
    'owner reads': await newApiToken(ctx, owner.id, 'read'),
    'owner writes': await newApiToken(ctx, owner.id, 'write'),
    'admin writes': await newApiToken(ctx, admin.id, 'write'),
  };
  // The first use is recorded in the database, so it must not happen in a call that is checked for
  // changes.
  for (const token of Object.values(held)) await findToken(ctx, token);
  const byToken = Object.entries({ ...held, 'forged token': 'mkt_forged' }).map(
    ([caller, token]) => [caller, { authorization: `Bearer ${token}` }],
  );
  const byCookie = roles.map((role) => [role, { cookie: cookiesOf(world, role) }]);
  return Object.fromEntries([...byToken, ...byCookie]);
}

/** Calls that no API token may make, whoever its user is (docs/product.md). */
const forSessions =
  /^(admin|tokens|payments|moderation)\.|^account\.(?!profile$)|^\w+ \/(api\/admin|paypal\/(setup|order))/;

/** Returns what the caller of an accepted call was not allowed to do, or null. */
export function excessOf(
  caller: Caller,
  { target, changed }: { target: string; changed: boolean },
): string | null {
  if (!isToken(caller)) return null;
  if (forSessions.test(target)) return 'a token reached what is for sessions';
  // For these calls, the address or the form permits any sender.
  if (target === 'POST /unsubscribe' || target.includes('/s3/objects')) return null;
  return changed && caller === 'owner reads'
    ? 'a token that may only read changed something'
    : null;
}

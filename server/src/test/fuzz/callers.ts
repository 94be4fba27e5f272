import { findToken } from '../../features/tokens/tokens.ts';
import { newApiToken } from '../../features/tokens/tokens.fixtures.ts';
import { cookiesOf } from '../access/call.ts';
import { type Role, roles } from '../access/statuses.ts';
import type { World } from '../access/world.ts';

const tokens = ['owner reads', 'owner writes', 'admin writes', 'forged token'] as const;
export type TokenCaller = (typeof tokens)[number];

/** Who calls: a role by its cookies, or an API token of somebody's that may read or also write. */
export type Caller = Role | TokenCaller;
export const callers = [...roles, ...tokens] as const;

export function isToken(caller: Caller): caller is TokenCaller {
  return tokens.some((token) => token === caller);
}

/** What says who calls, for each caller of a world, in the headers of a call. */
export async function headersOf(world: World): Promise<Record<Caller, Record<string, string>>> {
  const { ctx, owner, admin } = world;
  const held = {
    'owner reads': await newApiToken(ctx, owner.id, 'read'),
    'owner writes': await newApiToken(ctx, owner.id, 'write'),
    'admin writes': await newApiToken(ctx, admin.id, 'write'),
  };
  // The first use is noted in the database: not during a call whose changes are looked at.
  for (const token of Object.values(held)) await findToken(ctx, token);
  const byToken = Object.entries({ ...held, 'forged token': 'mkt_forged' }).map(
    ([caller, token]) => [caller, { authorization: `Bearer ${token}` }],
  );
  const byCookie = roles.map((role) => [role, { cookie: cookiesOf(world, role) }]);
  return Object.fromEntries([...byToken, ...byCookie]);
}

/** What no token reaches, whichever user owns it (docs/product.md). */
const forSessions =
  /^(admin|tokens|payments|moderation)\.|^account\.(?!profile$)|^\w+ \/(api\/admin|paypal\/(setup|order))/;

/** What is wrong with an accepted call by its caller; null for nothing. */
export function excessOf(
  caller: Caller,
  { target, changed }: { target: string; changed: boolean },
): string | null {
  if (!isToken(caller)) return null;
  if (forSessions.test(target)) return 'a token reached what is for sessions';
  // What the address or the form itself permits to any sender.
  if (target === 'POST /unsubscribe' || target.includes('/s3/objects')) return null;
  return changed && caller === 'owner reads'
    ? 'a token that may only read changed something'
    : null;
}

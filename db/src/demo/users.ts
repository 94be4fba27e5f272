import { BUYERS, SELLERS, STORE } from './content/people.ts';
import { demoId } from './ids.ts';
import { createRandom } from './pictures/random.ts';
import type { DemoUser } from './types.ts';

const DAY = 86_400_000;

type Person = Pick<DemoUser, 'email' | 'username'> & {
  name: readonly [string, string];
} & Partial<DemoUser>;

/** The admin, the official store, the sellers in the order they are written, then the buyers. */
export function demoUsers(now: Date): DemoUser[] {
  const random = createRandom(11);
  const two = (index: number) => String(index + 1).padStart(2, '0');
  const people: Person[] = [
    {
      email: 'admin@example.com',
      username: 'helpdesk',
      name: ['Robin', 'Ellsworth'],
      isAdmin: true,
    },
    { email: 'store@example.com', ...STORE, membershipTier: 'premium', canUsePaypal: true },
    ...SELLERS.map((seller, i) => ({
      email: `seller${two(i)}@example.com`,
      username: seller.username,
      name: seller.name,
      membershipTier: seller.premium ? ('premium' as const) : ('free' as const),
    })),
    ...BUYERS.map(({ name, username }, i) => ({
      email: `buyer${two(i)}@example.org`,
      username,
      name,
    })),
  ];
  return people.map((person, i) => ({
    id: demoId('user', i + 1),
    email: person.email,
    firstName: person.name[0],
    lastName: person.name[1],
    username: person.username,
    isAdmin: person.isAdmin ?? false,
    membershipTier: person.membershipTier ?? 'free',
    canUsePaypal: person.canUsePaypal ?? false,
    // Everybody joined before the oldest listing, which is 61 days old at most.
    createdAt: new Date(now.getTime() - Math.round((i < 2 ? 735 : random.between(64, 730)) * DAY)),
  }));
}

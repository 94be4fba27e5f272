import people from './content/people.json' with { type: 'json' };
import { createRandom, demoId } from './random.ts';
import type { DemoUser } from './types.ts';

const DAY = 86_400_000;

type Person = Pick<DemoUser, 'email' | 'username' | 'firstName' | 'lastName'> & Partial<DemoUser>;

/** The admin, the official store, the sellers in the order they are written, then the buyers. */
export function demoUsers(now: Date): DemoUser[] {
  const random = createRandom(11);
  const two = (index: number) => String(index + 1).padStart(2, '0');
  const members: Person[] = [
    {
      email: 'admin@example.com',
      username: 'helpdesk',
      firstName: 'Robin',
      lastName: 'Ellsworth',
      isAdmin: true,
    },
    {
      email: 'store@example.com',
      ...people.store,
      membershipTier: 'premium',
      canUsePaypal: true,
    },
    ...people.sellers.map((seller, i) => ({
      ...seller,
      email: `seller${two(i)}@example.com`,
      membershipTier: seller.premium ? ('premium' as const) : ('free' as const),
    })),
    ...people.buyers.map((buyer, i) => ({ ...buyer, email: `buyer${two(i)}@example.org` })),
  ];
  return members.map(({ email, firstName, lastName, username, ...member }, i) => ({
    id: demoId('user', i + 1),
    email,
    firstName,
    lastName,
    username,
    isAdmin: member.isAdmin ?? false,
    membershipTier: member.membershipTier ?? 'free',
    canUsePaypal: member.canUsePaypal ?? false,
    // Everybody joined before the oldest listing, which is 61 days old at most.
    createdAt: new Date(now.getTime() - Math.round((i < 2 ? 735 : random.between(64, 730)) * DAY)),
  }));
}

import { randomUUID } from 'node:crypto';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';

type User = Session['user'];

export const text = (content: string) => ({ clientId: randomUUID(), content });

export function peopleOf(ctx: AppContext) {
  const as = (user: User) => createCaller(contextOfUser(ctx, user));
  return {
    as,
    remove: (user: User) => as(user).account.deleteAccount({ email: user.email }),
    /** Creates a user with a unique name, and another user. */
    async twoPeople(): Promise<[User, User]> {
      const names = { firstName: 'Gerda', lastName: `Gone-${randomUUID().slice(0, 4)}` };
      const town = 'Valley Falls, NY';
      return [await createTestUser(ctx.db, { ...names, town }), await createTestUser(ctx.db)];
    },
    /** Creates a conversation in which both have written, about a listing of the seller. */
    async talk(buyer: User, seller: User) {
      const listingId = await createTestListing(ctx.db, seller.id);
      const { id } = await as(buyer).messaging.openConversation({ listingId });
      await as(buyer).messaging.send({ conversationId: id, ...text('Is it there?') });
      await as(seller).messaging.send({ conversationId: id, ...text('It is.') });
      return { id, listingId };
    },
  };
}

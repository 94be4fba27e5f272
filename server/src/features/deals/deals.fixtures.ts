import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { createTestListing, messagingOf } from '../messaging/messaging.fixtures.ts';
import { dealsRouter } from './deals.router.ts';

type User = Session['user'];

const createDealsCaller = createCallerFactory(dealsRouter);

/** Returns the procedures of deals with this user as the caller. */
export function dealsOf(ctx: AppContext, user: User) {
  return createDealsCaller(contextOfUser(ctx, user));
}

/** Creates a seller, a listing for 120 dollars, and buyers, each with a conversation about it. */
export async function createTestDeals(ctx: AppContext, buyerCount = 1) {
  const seller = await createTestUser(ctx.db);
  const listingId = await createTestListing(ctx.db, seller.id);
  const buyers: { user: User; id: string }[] = [];
  for (let at = 0; at < buyerCount; at++) {
    const user = await createTestUser(ctx.db);
    const { id } = await messagingOf(ctx, user).openConversation({ listingId });
    buyers.push({ user, id });
  }
  const [first, ...others] = buyers;
  if (!first) throw new Error('There is no buyer.');
  return { seller, listingId, buyer: first.user, conversationId: first.id, others };
}

/** Returns the input for an offer of 100 dollars. */
export function offerIn(conversationId: string) {
  return { conversationId, amount: '100', clientId: randomUUID() };
}

/** Returns the timeline of a conversation, oldest first, as this user sees it. */
export async function timelineOf(ctx: AppContext, user: User, conversationId: string) {
  const { items } = await messagingOf(ctx, user).history({ conversationId, limit: 100 });
  return items.toReversed();
}

/** Summarizes the timeline that this user sees, without texts: 'offer open', 'line 2'. */
export async function storyOf(ctx: AppContext, user: User, conversationId: string) {
  const items = await timelineOf(ctx, user, conversationId);
  return items.flatMap(({ kind, data }) => {
    if (kind === 'line') return `line ${data.position}`;
    if (kind === 'system') return `system ${data.code}`;
    if (kind === 'handover') return `handover ${data.verified}`;
    return data && 'status' in data ? `${kind} ${data.status}` : [];
  });
}

export async function availabilityOf({ db }: AppContext, listingId: string): Promise<string> {
  const listing = await db
    .selectFrom('listings')
    .select('availability')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  return listing.availability;
}

/** Moves the ends of a listing's offers and reservations this many hours closer. */
export async function letHoursPass({ db }: AppContext, listingId: string, hours: number) {
  const earlier = (time: string): RawBuilder<Date> =>
    sql`${sql.ref(time)} - make_interval(hours => ${hours}::integer)`;
  const of = 'listingId' as const;
  await db
    .updateTable('offers')
    .set({ expiresAt: earlier('expiresAt') })
    .where(of, '=', listingId)
    .execute();
  await db
    .updateTable('reservations')
    .set({ until: earlier('until') })
    .where(of, '=', listingId)
    .execute();
}

/** Returns the time this many hours from now. */
export function inHours(hours: number): string {
  return new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();
}

/** Summarizes the stored timeline without texts, oldest first: 'meetup accepted', 'system sold'. */
export async function stepsOf({ db }: AppContext, conversationId: string): Promise<string[]> {
  const { rows } = await sql<Pick<MessageView, 'kind'> & { what: string | null }>`
    select kind, coalesce(data ->> 'status', data ->> 'code', data ->> 'verified',
      data ->> 'position') as what
    from messages where conversation_id = ${conversationId} and kind <> 'text' order by seq`.execute(
    db,
  );
  return rows.map(({ kind, what }) => `${kind} ${what}`);
}

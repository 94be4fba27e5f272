import type { AnyProcedure } from '@trpc/server';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { suspensionEndText } from '@marketplace/shared/moderation/suspension';
import { procedures } from '../../../router.ts';
import type { SignedIn } from '../../../test/server.ts';
import { connectClient } from '../../../test/ws-client.ts';
import type { Meta } from '../../../trpc.ts';
import { listingLink } from '../../listings/ending/listing-links.ts';
import {
  createReplyTalk,
  inboundMail,
  startReplies,
} from '../../messaging/mail-replies/mail-replies.fixtures.ts';
import { createTestConversation, draft } from '../../messaging/messaging.fixtures.ts';
import { sendMessage } from '../../messaging/send-message.ts';
import { newApiToken } from '../../tokens/tokens.fixtures.ts';
import { reason, refusal, suspensionWorld } from './suspension.fixtures.ts';

const { world, suspend, stateOf, call } = suspensionWorld();

/** The calls that a suspended person can make. Everything else that changes something is refused. */
const allowed = [
  ...['account.deleteAccount', 'account.exportData', 'account.forgetDevice'],
  ...['account.revokeSession', 'account.signOutEverywhere', 'auth.sendCode', 'auth.signOut'],
  ...['auth.verify', 'messaging.markRead', 'notifications.markRead', 'notifications.unsubscribe'],
  ...['auth.confirm', 'auth.verifySecondFactor', 'moderation.appeal', 'moderation.appealByLink'],
  ...['passkeys.register', 'passkeys.registerOptions', 'passkeys.remove', 'passkeys.signIn'],
  ...['passkeys.signInOptions', 'totp.begin', 'totp.confirm', 'totp.recoveryCodes', 'totp.remove'],
  ...['payments.capture', 'payments.refresh', 'push.unsubscribe', 'tokens.revoke'],
];

const mutations = Object.entries<AnyProcedure>(procedures).filter(
  ([, { _def }]) => _def.type === 'mutation',
);
const refusalByToken = (procedure: AnyProcedure) =>
  metaOf(procedure)?.token === 'write'
    ? refusal
    : "This call doesn't accept API tokens. Sign in instead.";
const metaOf = (procedure: AnyProcedure) => procedure._def.meta as Meta | undefined;

describe('a suspended person', () => {
  let user: SignedIn;
  let token: string;
  beforeAll(async () => {
    user = await world.server.signedIn();
    token = await newApiToken(world.server.ctx, user.id, 'write');
    await suspend(user.id);
  });

  it('may call only the mutations that are marked', () => {
    const marked = mutations.filter(([, one]) => metaOf(one)?.whileSuspended).map(([name]) => name);
    expect(marked.toSorted()).toEqual(allowed.toSorted());
  });

  it.each(mutations.filter(([name]) => !allowed.includes(name)))(
    'is refused by %s, with a session and with a token',
    async (name, procedure) => {
      const isAdmins = name.startsWith('admin.') && !name.endsWith('nitialize');
      const expected = isAdmins ? { status: 401 } : { status: 403, message: refusal };
      expect(await call(`/trpc/${name}`, { cookie: user.cookie })).toMatchObject(expected);
      const withToken = await call(`/trpc/${name}`, { authorization: `Bearer ${token}` });
      expect(withToken).toEqual({ status: 403, message: refusalByToken(procedure) });
    },
  );

  it('is refused by routes without a procedure', async () => {
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const csv = { 'content-type': 'text/csv' };
    const { cookie } = user;
    const refused = [
      await call('/api/listings', { cookie }),
      await call('/api/upload', { cookie, ...form }, { body: '--x--' }),
      await call('/api/listings/import', { cookie, ...csv }, { body: 'title' }),
      await call('/s3/multipart', { cookie }),
      await call('/s3/params?filename=a.jpg&type=image/jpeg', { cookie }, get),
    ];
    expect(refused).toEqual(refused.map(() => ({ status: 403, message: refusal })));
  });
  const get = { method: 'GET', body: null };

  it('reads on, and sees until when and why', async () => {
    const { api, close } = connectClient([world.server], user);
    const { suspendedUntil } = await stateOf(user.id);
    expect(await api.auth.me.query()).toMatchObject({
      suspension: { until: suspendedUntil?.toISOString(), reason },
    });
    expect(await api.messaging.conversations.query({})).toMatchObject({ items: [] });
    expect((await api.account.exportData.mutate()).url).toMatch(/^\/api\/account\/export\//);
    await close();
  });
});

describe('work that arrives without a session', () => {
  it('is refused: a reply by email and a link in an email', async () => {
    const base = world.server.ctx;
    const ctx = { ...base, config: { ...base.config, inboundMail } };
    const talk = await createReplyTalk(ctx);
    const replies = await startReplies(ctx);
    await suspend(talk.buyer.id);
    const until = suspensionEndText((await stateOf(talk.buyer.id)).suspendedUntil ?? '');
    const answer = await replies.deliver(talk.address, talk.mail('Yes, at 5.'));
    expect(answer).toMatch(/^550 /);
    expect(answer).toContain(until);
    expect(await talk.messages()).toEqual([]);
    await replies.stop();

    const about = { act: 'end', listingId: talk.listingId, sellerId: talk.seller.id } as const;
    const { cookie } = await world.server.signedIn();
    const token = new URL(listingLink(ctx, about)).searchParams.get('token');
    await suspend(talk.seller.id);
    const followed = await call(
      '/trpc/listings.followLink',
      { cookie },
      { body: JSON.stringify({ token }) },
    );
    expect(followed).toEqual({ status: 403, message: refusal });
  });

  it('is refused on a socket that was opened before, which also closes', async () => {
    const { id: conversationId, buyer } = await createTestConversation(world.server.ctx);
    const session = await world.server.signedIn();
    await sql`update sessions set user_id = ${buyer.id} where id = ${session.sessionId}`.execute(
      world.database.db,
    );
    const client = connectClient([world.server], session);
    const closed = Promise.withResolvers<void>();
    const subscription = client.api.messaging.events.subscribe(undefined, {
      onStarted: () => void suspend(buyer.id).catch(closed.reject),
      onConnectionStateChange({ state }) {
        if (state === 'connecting' && client.closeCodes.length > 0) closed.resolve();
      },
    });
    await closed.promise;
    expect(client.closeCodes).toContain(4401);
    subscription.unsubscribe();
    await client.close();
    const message = { ...draft('Hello'), conversationId, senderId: buyer.id };
    const sent = sendMessage(world.server.ctx, { ...message, sessionId: session.sessionId });
    await expect(sent).rejects.toMatchObject({ code: 'FORBIDDEN', message: refusal });
  });
});

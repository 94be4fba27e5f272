import { randomUUID } from 'node:crypto';
import { createAuthenticator } from '../../features/factors/factors.fixtures.ts';
import { createRecoveryCodes } from '../../features/factors/recovery-codes.ts';
import { askForSecondFactor } from '../../features/auth/second-step.ts';
import { codeOf } from '../app-code.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser, testContext } from '../context.ts';
import { createTestUser } from '../users.ts';
import { everybody, signedIn } from './statuses.ts';
import { as, browserCookie, type Row, type World } from './world.ts';

const cookies = { browser: browserCookie };

/** Returns a recovery code of the user. */
async function recoveryCodeOf({ ctx }: World, userId: string): Promise<string> {
  const [code = ''] = await createRecoveryCodes(ctx.db, ctx.secrets, { userId });
  return code;
}

function newUser({ ctx }: World) {
  return createTestUser(ctx.db, { email: `new-${randomUUID()}@private.example` });
}

/** Signs in a new user, so that no answer contains the address of a person in the matrix. */
async function passkeySignIn(world: World) {
  const authenticator = createAuthenticator();
  const { id: userId } = await newUser(world);
  await world.ctx.db
    .insertInto('passkeys')
    .values({ userId, ...authenticator.row })
    .execute();
  const { passkeys } = createCaller(testContext(world.ctx, { cookies }));
  return { response: authenticator.get(await passkeys.signInOptions()) };
}

async function secondStep(world: World) {
  const { ctx } = world;
  const { id: userId } = await newUser(world);
  const step = { userId, trustDevice: false };
  const { factor } = await askForSecondFactor(ctx.db, testContext(ctx, { cookies }), step);
  const token = factor?.need === 'SECOND_FACTOR' ? factor.token : '';
  return { token, recoveryCode: await recoveryCodeOf(world, userId) };
}

/** Procedures about second factors. The owner's proofs are worth nothing to others. */
export const factorRows: Record<string, Row<unknown>> = {
  'auth.confirm': [
    signedIn(400, { owner: 200 }),
    async (world) => ({ recoveryCode: await recoveryCodeOf(world, world.owner.id) }),
  ],
  'auth.verifySecondFactor': [everybody(200), secondStep],
  'passkeys.list': [signedIn(200)],
  'passkeys.register': [
    signedIn(400, { owner: 200 }),
    async ({ ctx, owner }) => {
      const { passkeys } = createCaller(contextOfUser(ctx, owner.user, { cookies }));
      return { response: createAuthenticator().create(await passkeys.registerOptions()) };
    },
  ],
  'passkeys.registerOptions': [signedIn(200)],
  'passkeys.remove': [
    signedIn(404, { owner: 200 }),
    ({ ctx, owner }) =>
      ctx.db
        .insertInto('passkeys')
        .values({ userId: owner.id, ...createAuthenticator().row })
        .returning('id')
        .executeTakeFirstOrThrow(),
  ],
  'passkeys.signIn': [everybody(200), passkeySignIn],
  'passkeys.signInOptions': [everybody(200)],
  'totp.begin': [signedIn(200)],
  'totp.confirm': [
    signedIn(409, { owner: 200 }),
    async (world) => ({ code: codeOf((await as(world, world.owner).totp.begin()).secret) }),
  ],
  'totp.recoveryCodes': [
    signedIn(409, { owner: 200 }),
    async ({ ctx, owner }) => {
      const { db } = ctx;
      const confirmedAt = new Date();
      await db.updateTable('users').set({ hasFactor: true }).where('id', '=', owner.id).execute();
      await db
        .updateTable('sessions')
        .set({ confirmedAt })
        .where('id', '=', owner.sessionId)
        .execute();
    },
  ],
  'totp.remove': [
    signedIn(404, { owner: 200 }),
    async ({ ctx, owner }) => {
      const app = { userId: owner.id, sealedSecret: '', confirmedAt: new Date() };
      await ctx.db.insertInto('authenticatorApps').values(app).execute();
    },
  ],
  'totp.status': [signedIn(200)],
};

import type { Db } from '@marketplace/db/database';
import { admins, signedIn } from './statuses.ts';
import { flaggedListing, newAppeal, newCase, type Row } from './world.ts';

const reason = 'Not allowed here';

/** The content of a new screening rule. */
export const screeningRule = () => ({
  name: `Rule ${crypto.randomUUID()}`,
  kinds: ['listing'],
  type: 'words',
  parameters: { phrases: ['forbidden gizmo'], except: [] },
  action: 'hold',
  maxStanding: 3,
  guideline: null,
  topic: 'other',
  advice: 'Leave it out.',
  enabled: true,
});

export const adminRows: Record<string, Row<unknown>> = {
  'admin.addNote': [admins(), ({ owner }) => ({ id: owner.id, text: 'Called support.' })],
  'admin.addSafeSpot': [
    admins(),
    () => ({ name: `Police station ${crypto.randomUUID()}`, town: 'Troy', note: 'Lobby' }),
  ],
  'admin.adjustStanding': [admins(), ({ owner }) => ({ id: owner.id, by: -1, reason })],
  'admin.answerAppeal': [
    admins(),
    async (world) => ({ ...(await newAppeal(world)), outcome: 'reversed', reason }),
  ],
  'admin.analytics': [admins(), () => ({ from: '2026-01-01', to: '2026-01-31', by: 'week' })],
  'admin.auditLog': [admins(), () => ({})],
  'admin.claimReport': [admins(), (world) => newCase(world, 'open')],
  'admin.conversation': [admins(), ({ conversationId }) => ({ conversationId, why: reason })],
  'admin.conversations': [admins(), () => ({})],
  'admin.deactivate': [admins(), ({ owner }) => ({ id: owner.id, reason })],
  'admin.endSuspension': [
    admins(),
    async ({ ctx, owner }) => {
      const suspendedUntil = new Date(Date.now() + 60_000);
      const suspended = { suspendedUntil, suspensionReason: reason };
      await ctx.db.updateTable('users').set(suspended).where('id', '=', owner.id).execute();
      return { id: owner.id, reason };
    },
  ],
  'admin.events': [admins()],
  'admin.flag': [admins(), ({ listingId }) => ({ id: listingId, reason })],
  // There is an admin, and ADMIN_EMAILS is empty.
  'admin.forceInitialize': [signedIn(403)],
  'admin.initialize': [signedIn(409)],
  'admin.listings': [admins(), () => ({})],
  'admin.makeAdmin': [admins(), ({ owner }) => ({ id: owner.id })],
  'admin.messages': [admins(), () => ({})],
  'admin.queue': [admins()],
  'admin.person': [admins(), ({ owner }) => ({ id: owner.id })],
  'admin.reactivate': [admins(), ({ deactivated }) => ({ id: deactivated.id, reason })],
  'admin.previewRule': [admins(), () => ({ rule: screeningRule() })],
  'admin.releaseReport': [admins(), (world) => newCase(world, 'claimed')],
  'admin.removeListing': [admins(), ({ listingId }) => ({ id: listingId, reason })],
  'admin.removeSafeSpot': [
    admins(),
    async ({ ctx }) =>
      ctx.db
        .insertInto('safeSpots')
        .values({ name: crypto.randomUUID(), town: 'Troy' })
        .returning('id')
        .executeTakeFirstOrThrow(),
  ],
  'admin.rules': [admins()],
  'admin.safeSpots': [admins()],
  'admin.saveRule': [admins(), () => ({ rule: screeningRule() })],
  'admin.removeTemplate': [admins(), ({ ctx }) => newTemplate(ctx.db)],
  'admin.saveTemplate': [admins(), () => ({ name: crypto.randomUUID(), text: reason })],
  'admin.report': [admins(), (world) => newCase(world, 'open')],
  'admin.reports': [admins(), () => ({})],
  'admin.resolveReport': [
    admins(),
    async (world) => ({ ...(await newCase(world, 'open')), decision: 'delete', reason }),
  ],
  'admin.resolveReports': [
    admins(),
    async (world) => {
      const { caseId } = await newCase(world, 'open');
      return { caseIds: [caseId], decision: 'delete', reason };
    },
  ],
  'admin.restore': [admins(), async (world) => ({ id: await flaggedListing(world), reason })],
  'admin.stats': [admins()],
  'admin.suspend': [admins(), ({ owner }) => ({ id: owner.id, days: 7, reason })],
  'admin.templates': [admins()],
  'admin.undoDecision': [admins(), (world) => newCase(world, 'decided')],
  'admin.undoDecisions': [
    admins(),
    async (world) => ({ caseIds: [(await newCase(world, 'decided')).caseId] }),
  ],
  'admin.updateUser': [admins(), ({ owner }) => ({ id: owner.id, membershipTier: 'premium' })],
  'admin.users': [admins(), () => ({})],
};

function newTemplate(db: Db) {
  return db
    .insertInto('reasonTemplates')
    .values({ name: crypto.randomUUID(), text: reason })
    .returning('id')
    .executeTakeFirstOrThrow();
}

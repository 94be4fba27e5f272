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
  'admin.addSafeSpot': [
    admins(),
    () => ({ name: `Police station ${crypto.randomUUID()}`, town: 'Troy', note: 'Lobby' }),
  ],
  'admin.adjustStanding': [admins(), ({ owner }) => ({ id: owner.id, by: -1, reason })],
  'admin.answerAppeal': [
    admins(),
    async (world) => ({ ...(await newAppeal(world)), outcome: 'reversed', reason }),
  ],
  'admin.auditLog': [admins(), () => ({})],
  'admin.claimReport': [admins(), (world) => newCase(world, 'open')],
  'admin.conversation': [admins(), ({ conversationId }) => ({ conversationId, why: reason })],
  'admin.conversations': [admins(), () => ({})],
  'admin.deactivate': [admins(), ({ owner }) => ({ id: owner.id, reason })],
  'admin.events': [admins()],
  'admin.flag': [admins(), ({ listingId }) => ({ id: listingId, reason })],
  // There is an admin, and ADMIN_EMAILS is empty.
  'admin.forceInitialize': [signedIn(403)],
  'admin.initialize': [signedIn(409)],
  'admin.listings': [admins(), () => ({})],
  'admin.makeAdmin': [admins(), ({ owner }) => ({ id: owner.id })],
  'admin.messages': [admins(), () => ({})],
  'admin.queue': [admins()],
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
  'admin.undoDecision': [admins(), (world) => newCase(world, 'decided')],
  'admin.undoDecisions': [
    admins(),
    async (world) => ({ caseIds: [(await newCase(world, 'decided')).caseId] }),
  ],
  'admin.updateUser': [admins(), ({ owner }) => ({ id: owner.id, membershipTier: 'premium' })],
  'admin.users': [admins(), () => ({})],
};

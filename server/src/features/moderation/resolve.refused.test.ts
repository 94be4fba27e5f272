import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parts } from '../../parts.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestParts } from '../../test/parts.ts';
import {
  adminOf,
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
} from './moderation.fixtures.ts';

let database: TestDatabase;
let parts: Parts;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let asAdmin: ReturnType<typeof adminOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  parts = createTestParts(database);
  admin = await createAdmin(parts, { firstName: 'Ann', lastName: 'Admin' });
  asAdmin = adminOf(parts, admin);
});
afterAll(() => database.close());

const reason = 'Against the rules';

describe('a refused decision', () => {
  it.each([
    [createReportedUser, 'flag'],
    [createReportedUser, 'delete'],
    [createReportedReview, 'flag'],
    [createReportedMessage, 'flag'],
  ] as const)('%o by %s names the field and changes nothing', async (create, decision) => {
    const { caseId } = await create(parts);
    const before = await everything(parts.db);
    const refusal: unknown = await asAdmin
      .resolveReport({ caseId, decision, reason })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'decision' }] },
    });
    expect(await everything(parts.db)).toEqual(before);
  });

  it('is one without a reason', async () => {
    const { caseId } = await createReportedUser(parts);
    const resolving = asAdmin.resolveReport({ caseId, decision: 'warn', reason: ' ' });
    await expect(resolving).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is a second one, with the name of who decided', async () => {
    const { caseId } = await createReportedListing(parts);
    await asAdmin.resolveReport({ caseId, decision: 'flag', reason });
    const before = await everything(parts.db);
    const message = 'This report was already decided by Ann Admin.';
    const other = adminOf(parts, await createAdmin(parts));
    const refusal = { code: 'CONFLICT', message };
    const resolving = other.resolveReport({ caseId, decision: 'delete', reason });
    await expect(resolving).rejects.toMatchObject(refusal);
    await expect(other.claimReport({ caseId })).rejects.toMatchObject(refusal);
    await expect(other.releaseReport({ caseId })).rejects.toMatchObject(refusal);
    const { users: _, ...after } = (await everything(parts.db)) as Record<string, unknown>;
    expect(before).toMatchObject(after);
  });
});

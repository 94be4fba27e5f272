import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ReasonTemplate, saveTemplateInput } from '@marketplace/shared/admin/person';
import { maxTemplates } from '@marketplace/shared/admin/constants';
import { AppError, assertId, badField, notFound } from '../../../errors.ts';
import { audit } from '../../moderation/audit-log.ts';

const columns = ['id', 'name', 'text'] as const;

/** Returns the templates of reasons by name. */
export async function listTemplates(db: Db): Promise<{ items: ReasonTemplate[] }> {
  const templates = db.selectFrom('reasonTemplates').select(columns);
  return { items: await templates.orderBy(sql`lower(name)`).execute() };
}

/**
 * Adds a template, or changes the one with this id. Throws BAD_REQUEST for another template's name,
 * which also ends a repeated call, CONFLICT beyond the most templates, NOT_FOUND.
 */
export async function saveTemplate(
  db: Db,
  { id, actorId, ...template }: output<typeof saveTemplateInput> & { actorId: string },
): Promise<ReasonTemplate> {
  if (id !== undefined) assertId(id, 'Template');
  try {
    return await db.transaction().execute(async (trx) => {
      const saved = id ? await change(trx, id, template) : await add(trx, template);
      const { name } = saved;
      const entry = { actorId, action: 'template.save', details: { name } };
      await audit(trx, ['template', saved.id], entry);
      return saved;
    });
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'reason_templates_name_key') {
      throw error;
    }
    throw badField('name', 'Another template has this name.');
  }
}

type NewTemplate = Omit<ReasonTemplate, 'id'>;

async function add(trx: Db, template: NewTemplate): Promise<ReasonTemplate> {
  const { count } = await trx
    .selectFrom('reasonTemplates')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= maxTemplates) {
    throw new AppError('CONFLICT', `There can be up to ${maxTemplates} templates.`);
  }
  const added = trx.insertInto('reasonTemplates').values(template).returning(columns);
  return added.executeTakeFirstOrThrow();
}

function change(trx: Db, id: string, template: NewTemplate): Promise<ReasonTemplate> {
  return trx
    .updateTable('reasonTemplates')
    .set(template)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow(() => notFound('Template'));
}

/** Removes a template. Throws NOT_FOUND for an unknown one. */
export async function removeTemplate(db: Db, { id, actorId }: { id: string; actorId: string }) {
  assertId(id, 'Template');
  await db.transaction().execute(async (trx) => {
    const { name } = await trx
      .deleteFrom('reasonTemplates')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirstOrThrow(() => notFound('Template'));
    await audit(trx, ['template', id], { actorId, action: 'template.remove', details: { name } });
  });
}

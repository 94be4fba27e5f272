import { DatabaseError } from 'pg';
import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ScreeningRules } from '@marketplace/db/types.generated';
import { maxRules, previewDays } from '@marketplace/shared/screening/constants';
import type { RuleContent, RuleView, saveRuleInput } from '@marketplace/shared/screening/schemas';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import { audit } from '../moderation/audit-log.ts';
import type { Rule } from './compile-rules.ts';

/** Returns all rules, by name. */
export async function readRules(db: Db): Promise<Rule[]> {
  const rows = await db.selectFrom('screeningRules').selectAll().orderBy('name').execute();
  return rows.map((row) => ({ ...contentOf(row), id: row.id, version: row.version }));
}

function contentOf(row: Selectable<ScreeningRules>): RuleContent {
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...content } = row;
  // `saveRule` and the migrations store only what the schema allows.
  return content as unknown as RuleContent;
}

/** How often each rule was met in the last 30 days, and what moderators decided about it. */
const figures = sql<Pick<RuleView, 'met' | 'decided' | 'agreed'> & { id: string }>`
  select r.id, coalesce(c.met, 0)::int as met, coalesce(d.decided, 0)::int as decided,
    coalesce(d.agreed, 0)::int as agreed
  from screening_rules r
  left join (
    select rule_id, sum(met) as met from screening_counts
    where day > current_date - ${previewDays}::int group by rule_id
  ) c on c.rule_id = r.id
  left join (
    select d.rule, count(*) as decided,
      count(*) filter (where m.decision not in ('dismiss', 'publish')) as agreed
    from decisions d join moderation_cases m on m.id = d.case_id and m.status = 'decided'
    where d.rule is not null and d.kind = 'held'
      and d.created_at > now() - make_interval(days => ${previewDays})
    group by d.rule
  ) d on d.rule = r.name`;

/** Returns all rules as admins see them, by name. */
export async function listRules(db: Db): Promise<{ items: RuleView[] }> {
  const rows = await db.selectFrom('screeningRules').selectAll().orderBy('name').execute();
  const { rows: found } = await figures.execute(db);
  const byId = new Map(found.map(({ id, ...counts }) => [id, counts]));
  const none = { met: 0, decided: 0, agreed: 0 };
  return {
    items: rows.map((row) => ({
      ...{ id: row.id, version: row.version, rule: contentOf(row) },
      ...(byId.get(row.id) ?? none),
      updatedAt: row.updatedAt.toISOString(),
    })),
  };
}

/**
 * Adds or changes a rule, logs it, and returns all rules. Throws NOT_FOUND for an unknown id,
 * CONFLICT for one that was changed since, and BAD_REQUEST for a name that another rule has and
 * beyond `maxRules`.
 */
export async function saveRule(
  { db, screener }: { db: Db; screener: { reload(): Promise<void> } },
  { rule, id, version, actorId }: output<typeof saveRuleInput> & { actorId: string },
): Promise<{ items: RuleView[] }> {
  if (id) assertId(id, 'Rule');
  await db.transaction().execute(async (trx) => {
    // One at a time, so that the number of rules is right.
    await sql`select pg_advisory_xact_lock(hashtextextended('screening rules', 0))`.execute(trx);
    const { parameters, ...columns } = rule;
    const values = { ...columns, parameters: JSON.stringify(parameters) };
    const saved = await (id ? update(trx, { id, version }, values) : insert(trx, values)).catch(
      refuseName,
    );
    const details = { name: rule.name, rule: JSON.stringify(rule) };
    const action = id ? 'rule.change' : 'rule.add';
    await audit(trx, ['rule', saved], { actorId, action, details });
  });
  await screener.reload();
  return listRules(db);
}

type Values = Omit<RuleContent, 'parameters'> & { parameters: string };

async function insert(trx: Db, values: Values): Promise<string> {
  const { count } = await trx
    .selectFrom('screeningRules')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= maxRules) throw badField('rule', `There can be up to ${maxRules} rules.`);
  const added = trx.insertInto('screeningRules').values(values).returning('id');
  return (await added.executeTakeFirstOrThrow()).id;
}

async function update(
  trx: Db,
  { id, version }: { id: string; version: number | undefined },
  values: Values,
): Promise<string> {
  const before = await trx
    .selectFrom('screeningRules')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw notFound('Rule');
  if (before.version !== version) {
    throw new AppError('CONFLICT', 'Someone else changed this rule. Load it again.');
  }
  await trx
    .updateTable('screeningRules')
    .set({ ...values, version: version + 1, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  return id;
}

function refuseName(error: unknown): never {
  const isName = error instanceof DatabaseError && error.constraint === 'screening_rules_name_key';
  throw isName ? badField('rule.name', 'Another rule has this name.') : error;
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { levelOf } from '@marketplace/shared/standing/levels';
import { readFacts } from './facts.ts';

/** How many users one statement computes. */
const batchSize = 500;

/**
 * Runs the job `updateStandings`: computes the standing of those whose facts may have changed
 * within two hours, because they were here, got a message, or a decision was made about them.
 * Workers may run it concurrently.
 */
export async function updateStandings({ db }: { db: Db }): Promise<void> {
  // The job reads all sessions once, which costs less than an index on a column that changes
  // whenever a session is renewed.
  const { rows } = await sql<{ id: string }>`
    select user_id as id from sessions where last_seen_at > now() - interval '2 hours'
    union select p.user_id from conversations c
      join conversation_participants p on p.conversation_id = c.id
      where c.listed_at > now() - interval '2 hours 10 minutes'
    union select user_id from decisions
      where greatest(created_at, reversed_at) > now() - interval '2 hours'`.execute(db);
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += batchSize) {
    await updateStandingOf(db, ids.slice(at, at + batchSize));
  }
}

/**
 * Runs the job `updateAllStandings`: computes the standing of all users, as their accounts get older
 * and decisions lapse. Workers may run it concurrently.
 */
export async function updateAllStandings({ db }: { db: Db }): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const ids = users.map(({ id }) => id);
    await updateStandingOf(db, ids);
    after = ids.at(-1) ?? after;
    if (ids.length < batchSize) return;
  }
}

/**
 * Computes and stores the standing and the days of presence of these users. Leaves alone a row that
 * changed since its facts were read: whoever changed it read newer ones.
 */
export async function updateStandingOf(db: Db, userIds: string[]): Promise<void> {
  const facts = await readFacts(db, userIds);
  const changes = facts
    .map((user) => ({ ...user, level: levelOf(user) }))
    .filter(({ level, standing, presentOn, storedOn }) => {
      return level !== standing || presentOn !== storedOn;
    });
  if (changes.length === 0) return;
  // Workers lock the rows of a batch in the same order.
  await sql`
    with read as materialized (
      select * from json_to_recordset(${JSON.stringify(changes)}::json) as one (
        id uuid, standing smallint, adjustment smallint, "storedOn" date,
        level smallint, "daysPresent" integer, "presentOn" date)
    ), locked as materialized (
      select id from users where id in (select id from read) order by id for no key update
    )
    update users u
    set standing = read.level, days_present = read."daysPresent", present_on = read."presentOn"
    from read join locked using (id)
    where u.id = read.id and u.standing = read.standing
      and u.standing_adjustment = read.adjustment
      and u.present_on is not distinct from read."storedOn"`.execute(db);
}

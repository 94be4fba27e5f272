import { type Kysely, sql } from 'kysely';

/**
 * Adds the plan by which a listing gets cheaper: by `step_percent` every `step_days` days, next at
 * `step_at`, down to `step_floor`. Without a plan, all four are null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings
      add column step_percent smallint check (step_percent between 1 and 50),
      add column step_days smallint check (step_days between 1 and 60),
      add column step_floor numeric(9, 2) check (step_floor >= 0),
      add column step_at timestamptz(3),
      add constraint listings_price_steps
        check (num_nulls(step_percent, step_days, step_floor, step_at) in (0, 4))`.execute(db);
  await sql`create index listings_by_price_step on listings (step_at)
    where step_at is not null and deleted_at is null`.execute(db);
}

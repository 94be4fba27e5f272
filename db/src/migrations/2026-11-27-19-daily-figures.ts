import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * Adds the figures of each past day of the region, which a job computes. The row of a metric without
 * county and category is its total for the day, and marks the metric as computed. Rows with a county
 * and a category divide the total; an empty text stands for no county or category.
 *
 * The indexes find the rows of one day. Only the one on listings is on a large table; it has deleted
 * listings, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists daily_figures (
      day date not null,
      metric text not null check (length(metric) between 1 and 40),
      county text,
      category text,
      value double precision not null,
      constraint daily_figures_key unique nulls not distinct (day, metric, county, category),
      constraint daily_figures_group check ((county is null) = (category is null))
    )`.execute(db);
  const indexes = [
    ['daily_figures_totals', 'daily_figures (day) where county is null'],
    ['listings_by_creation', 'listings (created_at)'],
    ['offers_by_creation', 'offers (created_at)'],
    ['reservations_by_creation', 'reservations (created_at)'],
    ['sales_by_time', 'sales (sold_at)'],
    ['reports_by_creation', 'reports (created_at)'],
    ['moderation_cases_by_decision', 'moderation_cases (decided_at) where decided_at is not null'],
    ['decisions_by_creation', 'decisions (created_at)'],
    ['decisions_by_appeal', 'decisions (appealed_at) where appealed_at is not null'],
    ['decisions_by_reversal', 'decisions (reversed_at) where reversed_at is not null'],
  ] as const;
  for (const [name, on] of indexes) {
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await sql`create index concurrently ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
  }
}

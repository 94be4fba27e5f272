import { type Kysely, sql } from 'kysely';

/**
 * Adds appeals. An appeal is a case about a decision, so it is listed, claimed and locked like the
 * others. Its text is with the decision, which can be appealed once, and `undo` holds the steps that
 * reverse the decision. `appeal_id` is the client's id, which finds a repeated call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table decisions
      add column undo jsonb,
      add column appeal text check (length(appeal) between 1 and 1000),
      add column appeal_id uuid,
      add column appealed_at timestamptz(3),
      add constraint decisions_appeal check ((appeal is null) = (appealed_at is null))`.execute(db);
  await sql`
    alter table moderation_cases
      drop constraint moderation_cases_target_type_check,
      drop constraint moderation_cases_decision_check,
      add constraint moderation_cases_target_type_check
        check (target_type in ('listing', 'message', 'review', 'user', 'decision')),
      add constraint moderation_cases_decision_check check (decision in
        ('dismiss', 'flag', 'delete', 'warn', 'deactivate', 'publish', 'upheld', 'reversed'))
    `.execute(db);
}

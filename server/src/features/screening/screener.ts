import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '@marketplace/db/database';
import type { RuleType } from '@marketplace/shared/screening/constants';
import { createCollector } from '../../realtime/collector.ts';
import { compileRules, type Rule, type Screened, type Verdict } from './compile-rules.ts';
import { readRules } from './rules.ts';

export interface Screener {
  /** Returns the verdict of the strictest rule that the text meets. Runs in memory. */
  screen(content: Screened): Verdict;
  /** Returns the rules of a type that apply to listings of an author with this standing. */
  listingRules<Type extends RuleType>(
    type: Type,
    standing: number,
  ): Extract<Rule, { type: Type }>[];
  /** Counts that a rule was met. `screen` counts by itself. */
  count(ruleId: string): void;
  /** Reads the rules again if one has changed. */
  reload(): Promise<void>;
  /** Reads the rules, and from then on follows their changes, also those by other instances. */
  follow(): Promise<void>;
  /** Stores the remaining counts and stops following. */
  close(): Promise<void>;
}

interface Services {
  db: Db;
  log: Logger;
  pollMs?: number;
}

/** Creates the screener of an instance. It allows everything until it has read the rules. */
export function createScreener({ db, log, pollMs = 2_000 }: Services): Screener {
  let rules: Rule[] = [];
  let match = compileRules(rules);
  let version = 0;
  let timer: NodeJS.Timeout | undefined;
  const counts = createCollector<{ ruleId: string; met: number }>({
    delayMs: 5_000,
    keyOf: ({ ruleId }) => ruleId,
    combine: (one, other) => ({ ...one, met: one.met + other.met }),
    flush: (batch) => storeCounts(db, batch),
    onError: (err) => log.warn({ err }, 'Counts of rules could not be stored; trying again.'),
  });
  const count = (ruleId: string) => counts.add({ ruleId, met: 1 });
  const poll = async () => {
    const { sum } = await db
      .selectFrom('screeningRules')
      .select(sql<number>`coalesce(sum(version), 0)::int`.as('sum'))
      .executeTakeFirstOrThrow();
    // Rules are never deleted and each change raises a version, so the sum identifies the state.
    if (sum === version) return;
    rules = (await readRules(db)).filter(({ enabled }) => enabled);
    match = compileRules(rules);
    version = sum;
  };
  const schedule = () => {
    timer = setTimeout(() => {
      poll()
        .catch((err: unknown) => log.warn({ err }, 'Rules could not be read; trying again.'))
        .finally(() => timer && schedule());
    }, pollMs);
    timer.unref();
  };
  return {
    screen(content) {
      const verdict = match(content);
      if (verdict.action !== 'allow') count(verdict.ruleId);
      return verdict;
    },
    listingRules<Type extends RuleType>(type: Type, standing: number) {
      return rules.filter(
        (rule): rule is Extract<Rule, { type: Type }> =>
          rule.type === type && rule.action !== 'allow' && standing <= rule.maxStanding,
      );
    },
    count,
    reload: poll,
    async follow() {
      await poll();
      schedule();
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await counts.close();
    },
  };
}

async function storeCounts(db: Db, counts: { ruleId: string; met: number }[]): Promise<void> {
  await sql`
    insert into screening_counts as c (rule_id, day, met)
    select id, current_date, met
    from unnest(${counts.map(({ ruleId }) => ruleId)}::uuid[],
      ${counts.map(({ met }) => met)}::integer[]) as t (id, met)
    order by id
    on conflict (rule_id, day) do update set met = c.met + excluded.met`.execute(db);
}

import { startTarget, type Target } from './target.ts';

/** The result of an attack: what it tried, in words with figures, and whether the server held. */
export interface Finding {
  tried: string;
  held: boolean;
}

/** A way to abuse the marketplace, played against a fresh server with its default limits. */
export interface Attack {
  /** A short, unique name for `--only`. */
  name: string;
  /** Settings that differ from the defaults, such as TRUST_PROXY. */
  environment?: Record<string, string>;
  /** Runs the attack: in seconds with `quick`, as in `npm test`, else as long as needed. */
  run(target: Target, options: { quick: boolean }): Promise<Finding[]>;
}

/** Runs one attack against a fresh server, on the database at `databaseUrl` or a new one. */
export async function play(
  attack: Attack,
  { quick, databaseUrl }: { quick: boolean; databaseUrl?: string },
): Promise<Finding[]> {
  const target = await startTarget({
    ...attack.environment,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  try {
    // In databases of tests, everyone begins as a member.
    await target.pool.query('alter table users alter column standing set default 0');
    return await attack.run(target, { quick });
  } finally {
    await target.stop();
  }
}

/** Counts how often a status occurs. */
export function countStatus(statuses: number[], status: number): number {
  return statuses.filter((one) => one === status).length;
}

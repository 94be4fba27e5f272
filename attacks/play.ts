import type { Attack, Finding } from './attack.ts';
import { startTarget } from './target.ts';

/**
 * Runs one attack against a fresh server, on the empty database at `databaseUrl` or on a new
 * PostgreSQL.
 */
export async function play(
  attack: Attack,
  { quick, databaseUrl }: { quick: boolean; databaseUrl?: string },
): Promise<Finding[]> {
  const target = await startTarget({
    ...attack.environment,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  try {
    return await attack.run(target, { quick });
  } finally {
    await target.stop();
  }
}

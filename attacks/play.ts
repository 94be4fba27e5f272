import type { Attack, Finding } from './attack.ts';
import { startTarget } from './target.ts';

/** Runs one attack against a fresh server. */
export async function play(attack: Attack, options: { quick: boolean }): Promise<Finding[]> {
  const target = await startTarget(attack.environment);
  try {
    return await attack.run(target, options);
  } finally {
    await target.stop();
  }
}

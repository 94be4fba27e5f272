import type { Attack, Finding } from './attack.ts';
import { startTarget } from './target.ts';

/** Plays one attack against a server of its own. */
export async function play(attack: Attack, options: { quick: boolean }): Promise<Finding[]> {
  const target = await startTarget(attack.environment);
  try {
    return await attack.run(target, options);
  } finally {
    await target.stop();
  }
}

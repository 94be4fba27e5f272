import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The root of the checkout, where every tool runs. */
export const root = join(import.meta.dirname, '..');

/** The result of a program. `code` is 1 when a signal ended it or it could not be run. */
export type Outcome = { code: number; output: string };

/** Runs a program. Collects its output if `keep` is set, and prints it otherwise. */
export async function run(
  [name = '', ...args]: readonly string[],
  { keep, env }: { keep: boolean; env?: Record<string, string> },
): Promise<Outcome> {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  const child = spawn(name, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', keep ? 'pipe' : 'inherit', keep ? 'pipe' : 'inherit'],
  });
  let output = '';
  const add = (chunk: Buffer) => (output += chunk.toString());
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

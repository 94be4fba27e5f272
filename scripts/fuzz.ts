import { parseArgs } from 'node:util';
import { run } from './run.ts';

/** `npm run test:fuzz -- --inputs 10000 --seed 1`. The same seed gives the same inputs. */
const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const { code } = await run(
  ['vitest', 'run', '--config', 'vitest.workspace.ts', 'server/src/test/fuzz/fuzz.test.ts'],
  { keep: false, env: { FUZZ_INPUTS: values.inputs, FUZZ_SEED: values.seed } },
);
process.exitCode = code;

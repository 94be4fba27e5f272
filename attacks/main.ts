import { parseArgs } from 'node:util';
import { attacks } from './all.ts';
import { play } from './attack.ts';

/** Plays all attacks, or some of them (`npm run test:attacks -- --only code-guessing --quick`). */
const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const names = values.only?.split(',');
const chosen = attacks.filter(({ name }) => names?.includes(name) ?? true);
let broken = 0;
for (const attack of chosen) {
  for (const { tried, held } of await play(attack, { quick: values.quick })) {
    console.log(`${held ? 'held  ' : 'BROKEN'} ${attack.name}: ${tried}`);
    if (!held) broken += 1;
  }
}
console.log(`${chosen.length} attacks, ${broken} findings that did not hold`);
process.exit(broken > 0 || chosen.length === 0 ? 1 : 0);

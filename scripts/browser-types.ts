import { run } from './run.ts';

/*
 * Types of what runs in browsers, with the standard library of the oldest supported ones. The router's
 * types lead into the server, which runs on a newer one.
 */
const { code, output } = await run(['tsc', '--noEmit', '--project', 'client/tsconfig.json'], {
  keep: true,
});
const errors = output.split('\n').filter((line) => /^(client|shared)\//.test(line));
const isBroken = code !== 0 && !/^\S+\(\d+,\d+\): error /m.test(output);
console.log(isBroken ? output : errors.join('\n'));
process.exitCode = isBroken || errors.length > 0 ? 1 : 0;

import { runChecks } from './checks.ts';

/** `npm run check`: everything that can be said about the code without running it. */
const { failed } = await runChecks();
process.exitCode = failed > 0 ? 1 : 0;

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { unhandledRejections } from './rest/monitoring.ts';

/** Milliseconds that a shutdown usually takes after the drain; the log says when one takes longer. */
const usualShutdown = 9_000;
/** Milliseconds after which the process ends anyway: no statement, and no email to a slow server, takes as long. */
const shutdownLimit = 75_000;

const { values: flags } = parseArgs({
  options: {
    'no-worker': { type: 'boolean', default: false },
    'worker-only': { type: 'boolean', default: false },
    'build-client': { type: 'boolean', default: false },
  },
});

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  // One forgotten promise must not end the requests and sockets of everybody else.
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'Unhandled rejection.');
    unhandledRejections.inc();
  });
  const clientBuilt = flags['build-client'] ? buildClient() : undefined;
  // The start waits for it later on, and fails with it then.
  clientBuilt?.catch(() => undefined);
  // After the build has begun: to load this takes a while, too.
  const { startServer } = await import('./server.ts');
  const roles = { web: !flags['worker-only'], worker: !flags['no-worker'] };
  const server = await startServer(config, log, { ...roles, clientBuilt });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    // Someone at a terminal should not have to wait after Ctrl-C.
    const drainSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0;
    log.info({ signal, drainSeconds }, 'Stopping.');
    const after = (ms: number, act: () => void) =>
      void setTimeout(act, drainSeconds * 1000 + ms).unref();
    after(usualShutdown, () => log.warn('Still stopping: a job or a service has not finished.'));
    after(shutdownLimit, () => {
      log.error('Shutdown took too long.');
      process.exit(1);
    });
    server.close(drainSeconds).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'Shutdown failed.');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Last, because whoever reads it may stop the server at once.
  if (server.greeting) process.stdout.write(`\n${server.greeting}\n\n`);
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`The configuration is wrong; nothing was started.\n${error.message}\n`);
  } else {
    process.stderr.write(`The server could not start: ${reason(error)}\n`);
  }
  process.exit(1);
}

/** Builds the client where that is due; the database is made meanwhile, which takes seconds, too. */
async function buildClient(): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--client'], { stdio: 'inherit' });
  // It uses every core there is, the making of the database only one.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the client could not be built.');
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    const port = 'port' in error ? error.port : 'that was given';
    return `the port is in use: ${port}. Set PORT, or METRICS_PORT, to another one.`;
  }
  return error.stack ?? error.message;
}

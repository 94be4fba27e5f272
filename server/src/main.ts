import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { unhandledRejections } from './rest/monitoring.ts';

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
  // One forgotten promise must not end the requests and sockets of all users.
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'Unhandled rejection.');
    unhandledRejections.inc();
  });
  const clientBuilt = flags['build-client'] ? buildClient() : undefined;
  // `startServer` waits for the build and fails with its error.
  clientBuilt?.catch(() => undefined);
  // Loading this takes a while, so the build starts first.
  const { startServer } = await import('./server.ts');
  const roles = { web: !flags['worker-only'], worker: !flags['no-worker'] };
  const server = await startServer(config, log, { ...roles, clientBuilt });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    // A developer at a terminal should not have to wait after Ctrl-C.
    const drainSeconds = signal === 'SIGTERM' ? config.drainSeconds : 0;
    log.info({ signal, drainSeconds }, 'Stopping.');
    const after = (ms: number, act: () => void) =>
      void setTimeout(act, drainSeconds * 1000 + ms).unref();
    after(9_000, () => log.warn('Still stopping: a job or a service has not finished.'));
    // No statement and no email to a slow server takes as long.
    after(75_000, () => {
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
  // The greeting comes last, because its reader may stop the server at once.
  if (server.greeting) process.stdout.write(`\n${server.greeting}\n\n`);
} catch (error) {
  if (error instanceof ConfigError) {
    process.stderr.write(`The configuration is wrong; nothing was started.\n${error.message}\n`);
  } else {
    process.stderr.write(`The server could not start: ${reason(error)}\n`);
  }
  process.exit(1);
}

/** Builds the client if that is due, while the database is prepared. */
async function buildClient(): Promise<void> {
  const script = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--client'], { stdio: 'inherit' });
  // The build uses all cores, but the database needs only one, so the database gets priority.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the client could not be built.');
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port = 'that was given' } = error as { code?: string; port?: number | string };
  if (code !== 'EADDRINUSE') return error.stack ?? error.message;
  return `the port is in use: ${port}. Set PORT, METRICS_PORT or INBOUND_MAIL_PORT to another one.`;
}

import { spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { createPool } from '@marketplace/db/database';
import { freePort } from '@marketplace/server/test/free-port';
import { startMailServer } from '@marketplace/server/test/mail-server';
import { startPostgres } from '../faults/postgres.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));
const startTimeoutMs = 60_000;
const mailTimeoutMs = 15_000;

/** A server process with default limits behind one proxy, and what an attack needs. */
export interface Target {
  url: string;
  /** Reads stored data, and moves dates into the past. */
  pool: Pool;
  mails: {
    /** Waits for an email to an address, and returns the code in the newest one. */
    code(email: string): Promise<string>;
    /** Returns the subjects of all emails to an address so far. */
    subjects(email: string): string[];
  };
  /** Creates a browser without cookies on the network with this address. */
  visitor(ip: string): Visitor;
  /** Creates a browser that has signed in with a code. Creates the account if necessary. */
  signIn(email: string, ip: string): Promise<Visitor>;
  stop(): Promise<void>;
}

/**
 * Starts a server on the empty database at DATABASE_URL, or on a new PostgreSQL if that is unset.
 * Throws the server's log when it ends before it is ready.
 */
export async function startTarget(environment: Record<string, string> = {}): Promise<Target> {
  const directory = mkdtempSync(join(tmpdir(), 'marketplace-attack-'));
  const postgres = environment.DATABASE_URL ? undefined : await startPostgres(directory);
  const databaseUrl = postgres?.url ?? environment.DATABASE_URL ?? '';
  const pool = createPool({ connectionString: databaseUrl, max: 4 }, () => undefined);
  const smtp = await startMailServer();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(directory, 'server.log');
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, [program], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(directory, 'files'),
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TRUST_PROXY: 'true',
      SEED_DEMO: 'false',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', output, output],
  });
  const killOnExit = () => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  await waitFor(`the server to be ready; its log is ${log}`, startTimeoutMs, async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer?.status === 200 || null;
  });

  const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
  const mails: Target['mails'] = {
    code: (email) =>
      waitFor(`a code for ${email}`, mailTimeoutMs, async () => {
        const codes = mailsTo(email).map(({ mail }) => /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1]);
        return codes.findLast((code) => code !== undefined) ?? null;
      }),
    subjects: (email) => mailsTo(email).map(({ mail }) => mail.subject ?? ''),
  };
  const visitor = (ip: string) => createVisitor(url, ip);
  return {
    ...{ url, pool, mails, visitor },
    async signIn(email, ip) {
      const browser = visitor(ip);
      const sent = await browser.rest('POST', '/api/auth/send-code', { email });
      if (sent.status !== 200) throw new Error(`No code for ${email}: ${sent.status}`);
      const { token } = sent.body as { token: string };
      const code = await mails.code(email);
      const answer = await browser.rest('POST', '/api/auth/verify', { token, code });
      if (answer.status !== 200) throw new Error(`No sign-in for ${email}: ${answer.status}`);
      return browser;
    },
    async stop() {
      process.off('exit', killOnExit);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await smtp.stop();
      await pool.end();
      await postgres?.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Waits until `look` returns a value other than null. Throws with `name` after `timeoutMs`. */
async function waitFor<T>(
  name: string,
  timeoutMs: number,
  look: () => Promise<T | null>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== null) return found;
    await pause(25);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain for ${name}.`);
}

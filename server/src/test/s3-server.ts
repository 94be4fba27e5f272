import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { whyUnavailable } from './debian-programs.ts';
import { freePort } from './free-port.ts';

const script = join(import.meta.dirname, 's3-server.sh');

export interface S3Server {
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  stop(): Promise<void>;
}

/**
 * Starts a real S3 server on a free port in about two seconds. Returns null if its programs are
 * missing. It ends with `stop`, or with this process.
 */
export async function startS3Server(): Promise<S3Server | null> {
  if (await whyUnavailable('S3')) return null;
  const folder = await mkdtemp(join(tmpdir(), 's3-server-'));
  const s3Port = await freePort();
  const monitorPort = await freePort();
  const accessKey = 'test-access-key';
  const secretKey = randomBytes(16).toString('hex');
  const ports = [String(s3Port), String(monitorPort)];
  const server = spawn('bash', [script, folder, ...ports, accessKey, secretKey], { stdio: 'pipe' });
  await untilReady(server);
  return {
    endpoint: `http://127.0.0.1:${s3Port}`,
    region: 'us-east-1',
    accessKey,
    secretKey,
    stop: () => stop(server),
  };
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stdout || !server.stderr) throw new Error('The S3 server has no output.');
  const failure = text(server.stderr);
  for await (const line of createInterface(server.stdout)) {
    if (line === 'ready') return;
  }
  throw new Error(`S3 test server: ${(await failure).trim()}`);
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.stdin?.end();
  await ended;
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';

const run = promisify(execFile);

export interface RedisServer {
  url: string;
  /** Ends every subscriber's connection, as a network fault would. */
  cutSubscribers(): Promise<void>;
  stop(): Promise<void>;
}

/** Why there is no Redis server, as one line to print. */
export interface RedisServerUnavailable {
  unavailable: string;
}

/**
 * Starts a real Redis of its own on a free port, in memory only. Installs it where this process is
 * root on Debian or a relative. It ends with `stop`, and at the latest with this process.
 */
export async function startRedisServer(): Promise<RedisServer | RedisServerUnavailable> {
  const missing = await ensureRedisInstalled();
  if (missing) return missing;
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const endWithUs = () => void server.kill('SIGKILL');
  process.once('exit', endWithUs);
  await untilReady(server);
  const url = `redis://127.0.0.1:${port}`;
  return {
    url,
    async cutSubscribers() {
      const admin = new Redis(url);
      await admin.call('client', 'kill', 'type', 'pubsub');
      admin.disconnect();
    },
    async stop() {
      process.off('exit', endWithUs);
      if (server.exitCode !== null) return;
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
    },
  };
}

async function ensureRedisInstalled(): Promise<RedisServerUnavailable | null> {
  const found = () => run('redis-server', ['--version']).then(Boolean, () => false);
  if (await found()) return null;
  if (process.getuid?.() !== 0) {
    return unavailable('it needs the Debian package redis-server, and only root can install it');
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    await run('apt-get', ['update'], { env });
    const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
    await run('apt-get', [...install, 'redis-server'], { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`apt-get failed: ${reason.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  return (await found()) ? null : unavailable('it is not on the PATH');
}

function unavailable(reason: string): RedisServerUnavailable {
  return { unavailable: `The Redis tests did not run: no Redis server here (${reason}).` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error('The Redis server has no output.');
  for await (const line of createInterface(server.stdout)) {
    if (line.includes('Ready to accept connections')) {
      server.stdout.resume();
      return;
    }
  }
  throw new Error('The Redis test server did not start.');
}

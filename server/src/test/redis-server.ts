import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import { whyUnavailable } from './debian-programs.ts';
import { freePort } from './free-port.ts';

export interface RedisServer {
  url: string;
  /** Closes the connections of all subscribers, like a network failure. */
  cutSubscribers(): Promise<void>;
  stop(): Promise<void>;
  /** Starts it again on the same port, empty, after `stop`. */
  start(): Promise<void>;
}

/**
 * Starts a real Redis in memory, on `givenPort` or a free port. Returns null if Redis is missing.
 * It ends with `stop`, or with this process.
 */
export async function startRedisServer(givenPort?: number): Promise<RedisServer | null> {
  if (await whyUnavailable('Redis')) return null;
  const port = givenPort ?? (await freePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const launch = async () => {
    const launched = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await untilReady(launched);
    return launched;
  };
  let server = await launch();
  const endWithUs = () => void server.kill('SIGKILL');
  process.once('exit', endWithUs);
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
    async start() {
      server = await launch();
      process.once('exit', endWithUs);
    },
  };
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

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@marketplace/server/test/free-port';

const program = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** A server process that restarts whenever it ends, as under a supervisor. */
export interface Instance {
  name: string;
  port: number;
  /** Ends the process. The next one starts at once. */
  strike(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Returns null when the instance serves requests, else what is missing. */
  missing(): Promise<string | null>;
  stop(): Promise<void>;
}

interface Options {
  name: string;
  directory: string;
  environment: Record<string, string>;
  /** Called when a process that had served requests ended without being stopped. */
  onCrash(complaint: string): void;
}

export async function startInstance(options: Options): Promise<Instance> {
  const { name, directory, environment, onCrash } = options;
  const port = await freePort();
  const log = join(directory, `${name}.log`);
  let child: ChildProcess;
  let isExpected = false;
  let hasServed = false;
  let stopping = false;

  const start = () => {
    const output = openSync(log, 'a');
    isExpected = false;
    hasServed = false;
    child = spawn(process.execPath, [program], {
      cwd: directory,
      env: {
        ...environment,
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(port),
      },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child.once('exit', (code, signal) => {
      // A process that finds no database when it starts gives up. The next one may find it.
      if (!isExpected && hasServed) onCrash(`${name} ended with ${signal ?? code}; see ${log}`);
      if (!stopping) start();
    });
  };
  start();
  const killOnExit = () => void child.kill('SIGKILL');
  process.once('exit', killOnExit);

  return {
    name,
    port,
    strike(signal) {
      isExpected = true;
      child.kill(signal);
    },
    async missing() {
      const asked = child;
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (answer.status === 200 && asked === child) hasServed = true;
      return answer.status === 200 ? null : `${name} is not ready`;
    },
    async stop() {
      process.off('exit', killOnExit);
      stopping = true;
      isExpected = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

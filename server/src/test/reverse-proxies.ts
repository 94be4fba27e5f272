import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { searchPath, whyUnavailable } from './debian-programs.ts';
import { freePort } from './free-port.ts';

export interface ReverseProxy {
  /** The address without a trailing slash. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a real nginx with `http` in its http block: upstreams, and a server that listens on the
 * given port. Otherwise it is configured like Debian's package. Returns null if nginx is missing.
 */
export async function startNginx(http: (port: number) => string): Promise<ReverseProxy | null> {
  if (await whyUnavailable('nginx')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/nginx.pid;
    worker_processes auto;
    events { worker_connections 768; }
    http {
      access_log off;
      ${temporary.join('\n')}
      ${http(port)}
    }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const log = join(folder, 'error.log');
  return launch('nginx', ['-e', log, '-c', join(folder, 'nginx.conf')], { folder, port });
}

/**
 * Starts a real HAProxy with `sections` after the defaults of Debian's package: backends, and a
 * frontend that listens on the given port. Returns null if HAProxy is missing.
 */
export async function startHaproxy(
  sections: (port: number) => string,
): Promise<ReverseProxy | null> {
  if (await whyUnavailable('HAProxy')) return null;
  const folder = mkdtempSync(join(tmpdir(), 'marketplace-haproxy-'));
  const port = await freePort();
  const config = `
defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
${sections(port)}
`;
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  return launch('haproxy', ['-f', join(folder, 'haproxy.cfg')], { folder, port });
}

async function launch(
  program: string,
  args: string[],
  { folder, port }: { folder: string; port: number },
): Promise<ReverseProxy> {
  const env = { ...process.env, PATH: searchPath() };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output = (output + String(chunk)).slice(-10_000)));
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    await delay(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.off('exit', endWithUs);
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const run = promisify(execFile);

const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'];
const debianPackages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
const script = join(import.meta.dirname, 's3-server.sh');

export interface S3Server {
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  stop(): Promise<void>;
}

/** Why there is no S3 server, as one line to print. */
export interface S3ServerUnavailable {
  unavailable: string;
}

/**
 * Starts a real S3 server of its own on a free port, for the tests; about two seconds once its
 * programs are installed. It ends with `stop`, and by itself when this process dies.
 */
export async function startS3Server(): Promise<S3Server | S3ServerUnavailable> {
  const missing = await ensureS3ServerInstalled();
  if (missing) return missing;
  const folder = await mkdtemp(join(tmpdir(), 's3-server-'));
  const [s3Port, monitorPort] = await freePorts();
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

/**
 * Sees to it that the programs of the S3 server are there: installs them where this process is
 * root on Debian or a relative (some 270 MB, ten seconds). Null when all is well.
 * To be called once before the tests, as two installations at once get in each other's way.
 */
export async function ensureS3ServerInstalled(): Promise<S3ServerUnavailable | null> {
  if (await allFound(programs)) return null;
  if (process.getuid?.() !== 0 || !(await allFound(['apt-get']))) {
    const packages = debianPackages.join(' ');
    return unavailable(`it needs the Debian packages ${packages}, and only root can install them`);
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
    await run('apt-get', [...install, ...debianPackages], { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return unavailable(`apt-get failed: ${reason.replace(/\s+/g, ' ').slice(0, 200)}`);
  }
  return (await allFound(programs)) ? null : unavailable('its programs are not on the PATH');
}

function unavailable(reason: string): S3ServerUnavailable {
  return { unavailable: `The S3 tests did not run: no S3 server here (${reason}).` };
}

async function allFound(names: string[]): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = await Promise.all(
    names.map(async (program) => {
      const tries = folders.map((folder) => access(join(folder, program), constants.X_OK));
      return Promise.any(tries).then(
        () => true,
        () => false,
      );
    }),
  );
  return found.every(Boolean);
}

/** Two ports that are free now; taken together so that they differ. */
async function freePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    }),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
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

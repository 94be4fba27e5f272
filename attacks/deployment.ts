import { getAs } from '@marketplace/server/test/raw-http';
import { type Attack, countStatus } from './attack.ts';

/** Tries to avoid limits per network with fake addresses, to which nginx appends the real one. */
export const madeUpAddresses: Attack = {
  name: 'made-up-addresses',
  async run({ visitor }) {
    const calls = Array.from({ length: 30 }, (_, n) => n);
    const behindProxy = (n: number) => visitor(`203.0.113.${n}, 198.51.100.7`);
    const codes = [];
    for (const n of calls) {
      const email = `stranger-${n}@example.com`;
      codes.push((await behindProxy(n).rest('POST', '/api/auth/send-code', { email })).status);
    }
    const reports = [];
    for (const n of calls)
      reports.push((await behindProxy(n).rest('POST', '/csp-reports', [])).status);
    return [
      {
        tried: `30 sign-in codes with 30 made-up addresses: ${countStatus(codes, 200)} were sent`,
        held: countStatus(codes, 200) === 20 && countStatus(codes, 429) === 10,
      },
      {
        tried: `30 CSP reports with 30 made-up addresses: ${countStatus(reports, 204)} were taken`,
        held: countStatus(reports, 204) === 20 && countStatus(reports, 429) === 10,
      },
    ];
  },
};

/** Tries to read email and metrics through a proxy on the same machine that adds no headers. */
export const plainProxy: Attack = {
  name: 'plain-proxy',
  environment: { PUBLIC_URL: 'https://market.example', SMTP_URL: '' },
  async run({ url }) {
    const paths = ['/dev/mail', '/dev/mail.json', '/dev/mail?key=guess', '/metrics'];
    const answers = await Promise.all(
      ['market.example', 'localhost'].flatMap((host) =>
        paths.map((path) => getAs(host, url + path)),
      ),
    );
    const opened = answers.filter(({ status }) => status !== 404).length;
    return [
      {
        tried: `mail and metrics as a call of this machine, ${answers.length} times: ${opened} opened`,
        held: opened === 0,
      },
    ];
  },
};

/** Opens pages under the name of another site that resolves to this machine (DNS rebinding). */
export const reboundNames: Attack = {
  name: 'rebound-names',
  environment: { PUBLIC_URL: '' },
  async run({ url }) {
    const names = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example'];
    const paths = ['/listings', '/api/listings', '/trpc/auth.me', '/dev/mail'];
    const answers = await Promise.all(
      names.flatMap((name) => paths.map((path) => getAs(name, url + path))),
    );
    const own = await getAs('localhost', `${url}/api/listings`);
    const refused = answers.filter(({ status }) => status === 403).length;
    return [
      {
        tried: `${names.length} foreign names for this machine: ${refused} of ${answers.length} calls refused`,
        held: refused === answers.length && own.status === 200,
      },
    ];
  },
};

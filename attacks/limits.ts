import { setTimeout as pause } from 'node:timers/promises';
import { type Attack, countStatus } from './attack.ts';

const statusOf = (answer: { status: number }) => answer.status;

/** One customer with an IPv6 /48 has 65,536 networks, so limits must not stop at the /64. */
export const ipv6Site: Attack = {
  name: 'ipv6-site',
  async run({ visitor }) {
    const email = 'target@example.com';
    const ask = (ip: string) => visitor(ip).rest('POST', '/api/auth/send-code', { email });
    const network = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const codes: number[] = [];
    for (let n = 1; n <= 60; n++) codes.push(statusOf(await ask(network(n))));
    const elsewhere = await ask('198.51.100.2');
    const reports: number[] = [];
    for (let n = 1; n <= 120; n++)
      reports.push(statusOf(await visitor(network(n)).rest('POST', '/csp-reports', [])));
    return [
      {
        tried: `asked for 60 codes of one address from as many IPv6 networks: ${countStatus(codes, 200)} were sent`,
        held: countStatus(codes, 200) === 25,
      },
      {
        tried: `then asked from elsewhere: ${elsewhere.status}`,
        held: elsewhere.status === 200,
      },
      {
        tried: `sent 120 CSP reports from as many networks: ${countStatus(reports, 204)} were taken`,
        held: countStatus(reports, 204) === 100,
      },
    ];
  },
};

/** The server holds every subscription open, so it must limit the number per socket. */
export const subscriptionFlood: Attack = {
  name: 'subscription-flood',
  async run({ signIn }) {
    const user = await signIn('follower@example.com', '203.0.113.1');
    const socket = user.socket();
    const refused: unknown[] = [];
    socket.on('message', (data: Buffer) => {
      const { error } = JSON.parse(data.toString()) as { error?: { data: { httpStatus: number } } };
      if (error) refused.push(error.data.httpStatus);
    });
    await new Promise((resolve) => socket.once('open', resolve));
    for (let id = 1; id <= 40; id++) {
      const params = { path: 'messaging.events' };
      socket.send(JSON.stringify({ id, method: 'subscription', params }));
    }
    const end = performance.now() + 15_000;
    while (refused.length < 20 && performance.now() < end) await pause(25);
    const isOpen = socket.readyState === socket.OPEN;
    socket.terminate();
    return [
      {
        tried: `opened 40 subscriptions on one socket: ${refused.length} refused with ${[...new Set(refused)].join(', ')}`,
        held: isOpen && refused.length === 20 && refused.every((status) => status === 429),
      },
    ];
  },
};

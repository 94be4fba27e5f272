import type { Attack } from './attack.ts';

/** A code has a million values, so everyone must get only a few tries. */
export const codeGuessing: Attack = {
  name: 'code-guessing',
  async run({ visitor, mails }) {
    const owner = visitor('203.0.113.1');
    const { body } = await owner.rest('POST', '/api/auth/send-code', { email: 'eve@example.com' });
    const code = await mails.code('eve@example.com');
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    let asked = 0;
    while (asked < 50) {
      asked += 1;
      const answer = await owner.rest('POST', '/api/auth/verify', { ...body, code: wrong });
      if (answer.status !== 400) break;
    }
    const late = await owner.rest('POST', '/api/auth/verify', { ...body, code });
    return [
      { tried: `guessed a code ${asked} times before the server refused`, held: asked <= 11 },
      { tried: `then sent the right code: ${late.status}`, held: late.status !== 200 },
    ];
  },
};

/** Strangers who request and guess codes for an address must not lock its owner out. */
export const codeLockout: Attack = {
  name: 'code-lockout',
  async run({ visitor, mails }) {
    const email = 'target@example.com';
    const owner = visitor('198.51.100.1');
    const sent = await owner.rest('POST', '/api/auth/send-code', { email });
    const code = await mails.code(email);
    const ask = async (ip: string) =>
      (await visitor(ip).rest('POST', '/api/auth/send-code', { email })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push(await ask('203.0.113.1'));
    const elsewhere = await ask('198.51.100.2');
    const entered = await owner.rest('POST', '/api/auth/verify', { ...sent.body, code });
    return [
      {
        tried: `asked for 8 codes of one address from one network: ${statuses.join(', ')}`,
        held: statuses.filter((status) => status === 200).length === 5,
      },
      { tried: `asked for one from another network then: ${elsewhere}`, held: elsewhere === 200 },
      { tried: `entered the code mailed first: ${entered.status}`, held: entered.status === 200 },
    ];
  },
};

/** A botnet has a network for every guess, so the limit must be per address. */
export const distributedGuessing: Attack = {
  name: 'distributed-guessing',
  async run({ visitor, signIn }) {
    const email = 'target@example.com';
    const owner = await signIn(email, '198.51.100.1');
    await owner.rest('POST', '/api/auth/signout', {});
    const statuses: number[] = [];
    for (let network = 0; network < 24; network++) {
      const bot = visitor(`203.0.113.${network}`);
      const { body } = await bot.rest('POST', '/api/auth/send-code', { email });
      for (let i = 0; i < 5; i++) {
        const guess = String(network * 5 + i).padStart(6, '0');
        const answer = await bot.rest('POST', '/api/auth/verify', { ...body, code: guess });
        statuses.push(answer.status);
      }
    }
    const counted = statuses.filter((status) => status === 400).length;
    const trusted = await owner.rest('POST', '/api/auth/send-code', { email });
    return [
      {
        tried: `guessed from 24 networks: ${counted} of 120 guesses counted`,
        held: counted <= 100,
      },
      {
        tried: `signed in from the trusted browser then: ${trusted.status}`,
        held: trusted.body.isReturningUser === true,
      },
    ];
  },
};

/** A copied device cookie works at most once, and then reveals the thief. */
export const stolenDevice: Attack = {
  name: 'stolen-device',
  async run({ visitor, signIn, pool }) {
    const email = 'target@example.com';
    const owner = await signIn(email, '198.51.100.1');
    const thief = visitor('203.0.113.1');
    thief.cookies.set('device', owner.cookies.get('device') ?? '');
    const first = await thief.rest('POST', '/api/auth/send-code', { email });
    await pool.query("update trusted_devices set rotated_at = rotated_at - interval '1 minute'");
    await owner.rest('POST', '/api/auth/signout', {});
    const noticed = await owner.rest('POST', '/api/auth/send-code', { email });
    const session = await thief.rest('GET', '/api/auth/user');
    const again = await thief.rest('POST', '/api/auth/send-code', { email });
    return [
      {
        tried: `signed in with a copied device cookie (${first.status}), then its owner came back: the thief's session is a ${session.status}`,
        held: noticed.body.isReturningUser === false && session.status === 401,
      },
      {
        tried: `signed in with the next cookie then: ${again.body.isReturningUser}`,
        held: again.body.isReturningUser === false,
      },
    ];
  },
};

import type { Attack } from './attack.ts';

/** A code has a million values, so a few tries must be all that anybody gets. */
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

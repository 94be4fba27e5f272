import type { Attack } from './attack.ts';

const names = [
  'Admin',
  'Site Support',
  'M0derator',
  'Pay Pal',
  'раураӏ',
  'ᏢᎪᎩᏢᎪᏞ',
  'Capital Region Marketplace',
  'www.cheap-deals.example',
  'cheap-deals.shop',
  'Jo\u200bhn',
  'Jоhn',
  '𝓙𝓸𝓱𝓷',
];
const usernames = ['admin', 'the-admin', 'paypa1', 'support_1', 'cheap-deals.com'];

/** Buyers trust a user who has the name of the staff or of a known seller. */
export const deceptiveNames: Attack = {
  name: 'deceptive-names',
  async run({ signIn }) {
    const user = await signIn('impostor@example.com', '203.0.113.1');
    const tried = [
      ...names.flatMap((name) => [{ firstName: name }, { lastName: name }]),
      ...usernames.map((username) => ({ username })),
    ];
    const accepted: string[] = [];
    for (const change of tried) {
      const answer = await user.mutate('account.update', change);
      if (answer.status !== 400) accepted.push(`${JSON.stringify(change)}: ${answer.status}`);
    }
    const { status } = await user.mutate('account.update', {
      firstName: 'María José',
      lastName: "O'Brien",
      username: 'badminton.fan',
    });
    return [
      {
        tried: `took ${tried.length} deceptive names: accepted ${accepted.join(', ') || 'none'}`,
        held: accepted.length === 0,
      },
      { tried: `took honest names: ${status}`, held: status === 200 },
    ];
  },
};

import { expect, it } from 'vitest';
import { refusalOfName } from './name-rules.ts';

const brand = {
  productName: 'Capital Region Marketplace',
  operatorName: 'Hudson Valley Classifieds LLC',
  supportEmail: 'help@example.com',
};
const refusal = (name: string) => refusalOfName(name, brand);

it.each([
  'Ann',
  'María José',
  "O'Brien-Łukasiewicz",
  'Dr. Phil',
  'J.R. Smith',
  'Mª José',
  'Nguyễn Thị Ánh',
  'Анна',
  'Ελένη',
  '山田 太郎',
  'さくらTokyo',
  'محمد',
  'Анна Smith',
  'Ann ❤',
  'badminton-fan',
  'Ann.Lee_1-x',
  'neighbor-4821',
  'wanted.name',
  'Ad Minton',
  'Capital Region Carpets',
  'Modern Rat',
  'Paul Pay',
])('accepts %s', (name) => expect(refusal(name)).toBeNull());

it.each([
  ['admin', 'admin'],
  ['Site Administrator', 'admin'],
  ['the-admin', 'admin'],
  ['AdminTeam', 'admin'],
  ['adm1n', 'admin'],
  ['4dmin2', 'admin'],
  ['a.d.m.i.n', 'admin'],
  ['adrnin', 'admin'],
  ['Аdmin', 'admin'],
  ['ÁDMIN', 'admin'],
  ['support', 'support'],
  ['Support Team', 'support'],
  ['CustomerSupport', 'support'],
  ['5upp0rt', 'support'],
  ['moderator', 'moderator'],
  ['M0derator_7', 'moderator'],
  ['PayPal', 'PayPal'],
  ['Pay Pal Help', 'PayPal'],
  ['paypa1', 'PayPal'],
  ['раураӏ', 'PayPal'],
  ['ᏢᎪᎩᏢᎪᏞ', 'PayPal'],
  ['𝐏𝐚𝐲𝐏𝐚𝐥', 'PayPal'],
  ['Capital Region Marketplace', 'Capital Region Marketplace'],
  ['capitalregionmarketplace2', 'Capital Region Marketplace'],
  ['Hudson Valley Classifieds LLC', 'Hudson Valley Classifieds LLC'],
])('refuses %s, which contains %s', (name, word) =>
  expect(refusal(name)).toBe(`can't contain "${word}".`),
);

it.each([
  'https://example.org',
  'www.example.museum',
  'example.com',
  'Ann at Deals.Shop',
  'bit.ly/abc',
  'ann@example.org',
  'example．com',
  'example。com',
])('refuses %s as an address', (name) =>
  expect(refusal(name)).toBe("can't contain a web or email address."),
);

it.each(['An\u200bn', 'Ann\u00ad', '\u3164', 'A\u2800nn', 'A\u202enn', 'A\u0007nn', 'A\u00a0nn'])(
  'refuses %j for its invisible characters',
  (name) => expect(refusal(name)).toBe("can't contain invisible characters."),
);

it.each(['Аnn', 'Annα', 'Ｊoe', '𝓙𝓸𝓮', 'Ⓙoe', '🅹🅾🅴', 'ᴊᴏᴇ', 'Jоhn'])(
  'refuses %s for its look-alike letters',
  (name) =>
    expect(refusal(name)).toBe("can't contain look-alike letters or mix alphabets in a word."),
);

it('looks for a short product name as a whole word', () => {
  const short = { ...brand, productName: 'Ann' };
  expect(refusalOfName('Joanna', short)).toBeNull();
  expect(refusalOfName('Ann', short)).toBe('can\'t contain "Ann".');
});

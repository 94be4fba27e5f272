import { describe, expect, it } from 'vitest';
import type { AppContext } from '../app-context.ts';
import { testContext } from '../test/context.ts';
import { tracesOf } from './traces.ts';
import { createSecrets } from './secrets.ts';

const ctx = {
  secrets: createSecrets('a secret of tests that is 32 characters or more'),
} as AppContext;
const from = ({ email = 'ann@example.com', ip = '203.0.113.1', browser = '' }) => {
  const user = { id: 'ann', email, isAdmin: false, membershipTier: 'free' as const };
  const session = { id: 'session', user };
  return tracesOf({ ...testContext(ctx, { ip, cookies: { browser } }), session });
};

describe('the traces of a call', () => {
  it.each(['ann+1@example.com', 'a.n.n@example.com', 'a.nn+a+b.c@example.com'])(
    'has the same mailbox for ann@example.com and %s',
    (email) => {
      expect(from({ email }).mailboxHash).toEqual(from({}).mailboxHash);
    },
  );

  it.each(['anna@example.com', 'ann@mail.example.com', 'ann@examplecom'])(
    'has another mailbox for %s',
    (email) => {
      expect(from({ email }).mailboxHash).not.toEqual(from({}).mailboxHash);
    },
  );

  it('has one network for an IPv4 address in both notations, and for the /64 of an IPv6 address', () => {
    expect(from({ ip: '::ffff:203.0.113.1' }).networkHash).toEqual(from({}).networkHash);
    expect(from({ ip: '203.0.113.2' }).networkHash).not.toEqual(from({}).networkHash);
    const home = from({ ip: '2001:db8:1:2::1' }).networkHash;
    expect(from({ ip: '2001:db8:1:2:ffff::9' }).networkHash).toEqual(home);
  });

  it.each([
    ...['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1'],
    ...['::ffff:10.1.2.3', '100.64.0.1', '169.254.1.1', 'fd00::1', 'fe80::1'],
  ])('has no network for %s', (ip) => {
    expect(from({ ip }).networkHash).toBeNull();
  });

  it('reveals neither the address nor the network nor the cookie', () => {
    const { mailboxHash, networkHash, browserHash } = from({ browser: 'cookie' });
    for (const hash of [mailboxHash, networkHash, browserHash]) expect(hash).toHaveLength(32);
  });
});

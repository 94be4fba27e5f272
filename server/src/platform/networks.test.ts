import { describe, expect, it } from 'vitest';
import { networkOf, networksOf } from './networks.ts';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['not an address', 'not an address'],
  ])('counts %s as %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('networksOf', () => {
  it('counts an IPv6 address by its /64 and, with a five times higher limit, by its /48', () => {
    expect(networksOf('2001:db8:1:2::9')).toEqual([
      { network: '2001:db8:1:2', share: 1 },
      { network: '2001:db8:1/48', share: 5 },
    ]);
  });

  it.each(['203.0.113.7', '::ffff:203.0.113.7'])('counts %s once', (ip) => {
    expect(networksOf(ip)).toEqual([{ network: '203.0.113.7', share: 1 }]);
  });
});

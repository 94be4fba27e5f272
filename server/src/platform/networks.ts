import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Returns an IPv4 address, or the IPv6 /64, the least that one customer gets. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 4);
}

/** Returns an IPv4 address, or the IPv6 /48, whose 65,536 networks often have one owner. */
export function siteOf(ip: string): string {
  return prefixOf(ip, 3, '/48');
}

/** Returns the networks that a limit counts, each with its share: a site gets five times as much. */
export function networksOf(ip: string): { network: string; share: number }[] {
  const [network, site] = [networkOf(ip), siteOf(ip)];
  const own = { network, share: 1 };
  return site === network ? [own] : [own, { network: site, share: 5 }];
}

function prefixOf(ip: string, groups: number, ending = ''): string {
  // IPv4 addresses skip the parser, which takes 5 µs and would run several times per request.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const parts = address.parts.slice(0, groups).map((part) => part.toString(16));
  return parts.join(':') + ending;
}

/** Returns false for private, link-local, loopback and reserved addresses. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
}

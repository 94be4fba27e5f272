import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A site may use this many times the limit of one network: see `networksOf`. */
export const siteShare = 5;

/** The network that a limit counts: an IPv4 address, or the /64 of IPv6 that one customer gets at least. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 4);
}

/** The /48 of an IPv6 address: 65,536 networks, often with one owner. An IPv4 address itself. */
export function siteOf(ip: string): string {
  return prefixOf(ip, 3, '/48');
}

/** The networks that a limit counts, each with its share of the limit. */
export function networksOf(ip: string): { network: string; share: number }[] {
  const network = networkOf(ip);
  const site = siteOf(ip);
  const own = { network, share: 1 };
  return site === network ? [own] : [own, { network: site, share: siteShare }];
}

function prefixOf(ip: string, groups: number, ending = ''): string {
  // Parsing takes 5 µs, several times in a request.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const parts = address.parts.slice(0, groups).map((part) => part.toString(16));
  return parts.join(':') + ending;
}

/** Whether an address is one of the public internet: not private, link-local, loopback or reserved. */
export function isPublicAddress(ip: string): boolean {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';
}

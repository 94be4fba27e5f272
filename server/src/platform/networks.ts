import ipaddr from 'ipaddr.js';

/** A site may use this many times the limit of one network: see `networksOf`. */
export const siteShare = 5;

/**
 * The network that a limit counts: an IPv4 address itself, the /64 of an IPv6 address, which is the
 * smallest network that one customer gets. Other text counts unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? prefix(address, 4) : address.toString();
}

/**
 * The /48 of an IPv6 address, which contains 65,536 networks and often has one owner; an IPv4 address
 * itself.
 */
export function siteOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? `${prefix(address, 3)}/48` : address.toString();
}

/** The networks that a limit counts, each with its share of the limit. */
export function networksOf(ip: string): { network: string; share: number }[] {
  const network = networkOf(ip);
  const site = siteOf(ip);
  const own = { network, share: 1 };
  return site === network ? [own] : [own, { network: site, share: siteShare }];
}

function prefix({ parts }: ipaddr.IPv6, groups: number): string {
  return parts
    .slice(0, groups)
    .map((part) => part.toString(16))
    .join(':');
}

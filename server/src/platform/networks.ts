import ipaddr from 'ipaddr.js';

/** How many times the limit of a network its whole site may use: see `networksOf`. */
export const siteShare = 5;

/**
 * What an address counts as in a limit: an IPv4 address as it is, an IPv6 address by its /64, which
 * is the smallest network that one customer gets. Text that is no address counts as it is.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? prefix(address, 4) : address.toString();
}

/**
 * The /48 of an IPv6 address, which holds 65,536 networks and often has one owner; an IPv4 address
 * counts as it is.
 */
export function siteOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? `${prefix(address, 3)}/48` : address.toString();
}

/** What a limit by network counts, each with the share of the limit that it may use. */
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

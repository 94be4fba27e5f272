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

/**
 * Returns the first half of an IPv4 address, or the IPv6 /32, such as '203.0.x.x' or
 * '2001:db8:x:x', in which its owner may recognize the provider.
 */
export function roughNetworkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'Unknown network';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv6) return `${prefixOf(ip, 2)}:x:x`;
  return `${address.octets.slice(0, 2).join('.')}.x.x`;
}

function prefixOf(ip: string, groups: number, ending = ''): string {
  // IPv4 addresses skip the parser, which takes 5 µs and would run several times per request.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const parts = address.parts.slice(0, groups).map((part) => part.toString(16));
  return parts.join(':') + ending;
}

/** Addresses of a cloud's metadata that look public (Azure). */
const metadata = '168.63.129.16';

/** Returns false for private, link-local, loopback, reserved and metadata addresses. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return address.range() === 'unicast' && address.toString() !== metadata;
}

/** Returns true if the host name of a URL means this machine. IPv6 addresses need brackets. */
export function isLoopbackHost(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

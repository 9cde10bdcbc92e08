import { BlockList, isIPv6 } from 'node:net';

/** From the IANA registry of special-purpose IPv4 addresses, with multicast and what is reserved. */
const NOT_PUBLIC_V4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Parts of 2000::/3 that are not the public Internet, from the IANA registry of special-purpose IPv6 addresses: Teredo
 * and the other protocols, documentation, 6to4, AS112.
 */
const NOT_PUBLIC_V6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_V4) notPublic.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(network, prefix, 'ipv6');

/**
 * IANA gives out nothing else to the public Internet. Loopback, private, link-local and multicast addresses, and those
 * that carry an IPv4 address (mapped, compatible, NAT64), lie outside.
 */
const globalUnicastV6 = new BlockList();
globalUnicastV6.addSubnet('2000::', 3, 'ipv6');

/** @param address an IP address as a resolver gives it. */
export function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (family === 'ipv6' && !globalUnicastV6.check(address, family)) return false;
  return !notPublic.check(address, family);
}

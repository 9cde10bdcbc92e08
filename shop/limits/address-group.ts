import { isIPv6 } from 'node:net';

/**
 * The unit that a limit by address counts: an IPv4 address, or the first 64 bits of an IPv6 address, because every
 * home and phone has 2^64 addresses of IPv6.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const right = tail === '' ? [] : tail.split(':');
    while (left.length + right.length < 8) left.push('0');
    left.push(...right);
  }
  return `${left
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

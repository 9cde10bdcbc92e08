import { BlockList, isIP } from 'node:net';

/**
 * The visitor's address. `X-Forwarded-For` counts only if the connection comes from a configured proxy. It is read
 * from its right end up to the first unknown address; everything left of that may be invented.
 */
export function createClientAddress(
  trustedProxies: string[],
): (peer: string, forwardedFor: string | null) => string {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (peer, forwardedFor) => {
    let address = normalise(peer);
    if (!forwardedFor) return address;
    const hops = forwardedFor.split(',').map((hop) => normalise(hop.trim()));
    while (hops.length > 0 && isTrusted(address)) {
      const hop = hops.pop() as string;
      if (isIP(hop) === 0) break;
      address = hop;
    }
    return address;
  };
}

function normalise(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

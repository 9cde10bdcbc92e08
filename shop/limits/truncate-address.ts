import { addressGroup } from './address-group.ts';

/**
 * The network of an address: its first 24 bits (IPv4) or 48 bits (IPv6). It tells a provider or a town, and no
 * household. null: not an address.
 */
export function truncateAddress(address: string): string | null {
  if (address.includes(':')) return `${addressGroup(address).split(':').slice(0, 3).join(':')}::/48`;
  const network = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  return network ? `${network}.0/24` : null;
}

import type { ShopSettings } from '#shop/context.ts';

/**
 * Why the shop would not call this webhook of Discord; null: it may. Asked when it is saved, so that nobody believes in
 * a channel that is never called, and again when it is called.
 */
export function refuseDiscordWebhook(
  { discordHosts, outgoingAllow }: Pick<ShopSettings, 'discordHosts' | 'outgoingAllow'>,
  address: string,
): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return 'Este não é o endereço de um webhook do Discord. Copie-o de novo, inteiro: ele começa com https://';
  const target = `${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}`;
  if (!discordHosts.includes(url.hostname) && !discordHosts.includes(target))
    return `Este não é o endereço de um webhook do Discord: a loja só chama ${discordHosts.join(', ')}. Copie-o de novo, inteiro.`;
  // Single targets of the operator, for tests and drills.
  if (url.protocol === 'https:' || outgoingAllow.includes(target)) return null;
  return 'O endereço do webhook precisa começar com https://';
}

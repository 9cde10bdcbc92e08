import type { ShopContext } from '#shop/context.ts';

/** What staff call a provider, and what it is called after 'O provedor …'. An old charge may be of one that is gone. */
export function nameProvider(
  { providers }: Pick<ShopContext, 'providers'>,
  name: string,
): { label: string; spoken: string } {
  const { label, spoken = label } = providers.find((one) => one.name === name) ?? { label: name };
  return { label, spoken };
}

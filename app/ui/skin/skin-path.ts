import { addressOf } from '#shop/catalog/sku.ts';

/** The page of what is sold. */
export const skinPath = ({ sku }: { sku: string }): string => `/loja/skin/${addressOf(sku).join('/')}`;

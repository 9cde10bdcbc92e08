import type { MailBrand } from '#emails/mail-layout.tsx';
import type { ShopContext } from '#shop/context.ts';
import { describeSeller } from '#shop/settings/describe-seller.ts';

export function mailBrand({ settings }: ShopContext): MailBrand {
  return {
    name: settings.brandName,
    url: settings.appUrl,
    supportEmail: settings.supportEmail,
    seller: settings.seller && describeSeller(settings.seller),
  };
}

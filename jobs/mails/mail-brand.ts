import type { MailBrand } from '#emails/mail-layout.tsx';
import type { ShopContext } from '#shop/context.ts';

export function mailBrand({ settings }: ShopContext): MailBrand {
  return { name: settings.brandName, url: settings.appUrl, supportEmail: settings.supportEmail };
}

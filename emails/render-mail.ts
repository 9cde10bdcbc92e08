import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import type { MailBrand } from './mail-layout.tsx';

/** A mail without its address: what the components of this folder make of their data. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

/** `text` is the same mail for programs that show no HTML; its lines are joined as they come, and who sells stands below. */
export function renderMail(
  subject: string,
  mail: ReactElement<{ brand: MailBrand }>,
  text: readonly string[],
): MailContent {
  const { seller } = mail.props.brand;
  const lines = seller === null ? text : [...text, '', seller];
  return { subject, html: `<!doctype html>${renderToStaticMarkup(mail)}`, text: `${lines.join('\n')}\n` };
}

const CLOCK = new Intl.DateTimeFormat('pt-BR', {
  timeZone: SHOP_ZONE,
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

export function tellMoment(at: Date): string {
  return `${CLOCK.format(at)} (horário de Brasília)`;
}

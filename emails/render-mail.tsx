import { createElement, Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { MailButton, MailLayout, MailText, type MailBrand } from './mail-layout.tsx';

/** A mail without its address: what the components of this folder make of their data. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

/** A paragraph, what a person typed with their own line breaks, a button, or what looks different in each form. */
export type MailPart =
  | string
  | null
  | { typed: string }
  /** `text` for programs that show no HTML, where its label and address would not do. */
  | { button: string; href: string; text?: string | null }
  | { html: ReactNode; text: string | null };

export interface Mail {
  subject: string;
  title: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  /** Parts of an inner list stand without an empty line between them in the plain text. */
  parts: readonly (MailPart | readonly MailPart[])[];
}

/** Both forms of a mail. Where to ask, and who sells, stand below the plain text as they do below the page. */
export function renderMail(brand: MailBrand, { subject, title, preview, parts }: Mail): MailContent {
  const children = createElement(Fragment, null, ...parts.flat().map((part) => htmlOf(brand, part)));
  const page = <MailLayout {...{ brand, title, preview, children }} />;
  const texts = parts.map((part) => [part].flat().map(textOf).filter(isSaid).join('\n')).filter(Boolean);
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(page)}`,
    text: `${[title, ...texts, `Dúvidas? Escreva para ${brand.supportEmail}.`, brand.seller].filter(isSaid).join('\n\n')}\n`,
  };
}

const isSaid = (text: string | null): text is string => text !== null;

function htmlOf({ theme }: MailBrand, part: MailPart): ReactNode {
  if (part === null) return null;
  if (typeof part === 'string') return <MailText>{part}</MailText>;
  if ('html' in part) return part.html;
  if ('button' in part) return <MailButton theme={theme} {...part} />;
  return (
    <MailText>
      <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{part.typed}</span>
    </MailText>
  );
}

function textOf(part: MailPart): string | null {
  if (part === null || typeof part === 'string') return part;
  if ('typed' in part) return part.typed;
  if ('html' in part) return part.text;
  return part.text === undefined ? `${part.button}: ${part.href}` : part.text;
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

import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** A mail without its address: what the components of this folder make of their data. */
export interface MailContent {
  subject: string;
  html: string;
  text: string;
}

/** `text` is the same mail for programs that show no HTML; its lines are joined as they come. */
export function renderMail(subject: string, mail: ReactElement, text: readonly string[]): MailContent {
  return { subject, html: `<!doctype html>${renderToStaticMarkup(mail)}`, text: `${text.join('\n')}\n` };
}

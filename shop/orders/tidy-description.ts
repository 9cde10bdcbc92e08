import { cutText } from '#shop/text/cut-text.ts';
import { tidyLine } from '#shop/text/tidy-text.ts';

const MAX_LETTERS = 140;

/** The description of a free charge, as one line: it reaches bank screens and mail subjects. */
export function tidyDescription(typed: string | null | undefined): string {
  return cutText(tidyLine(typed ?? ''), MAX_LETTERS) || 'Compra na loja';
}

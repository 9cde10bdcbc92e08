import { z } from 'zod';
import { isSku, readSku } from './catalog/sku.ts';
import { checkLink } from './text/check-link.ts';
import { tidyLine, tidyParagraphs } from './text/tidy-text.ts';

// Fields of an operation's input. Each has the one sentence that a person reads beside it, whatever is wrong with it.

export function wholeNumber(least: number, most: number, sentence: string) {
  return z
    .number({ error: sentence })
    .refine((value) => Number.isSafeInteger(value) && value >= least && value <= most, sentence)
    .meta({ type: 'integer', minimum: least, maximum: most });
}

/** Centavos. The name of the field ends in `Cents`: at the doors it is a sum in reais. */
export const sum = wholeNumber;

/** Of one line: blanks around it and control characters go. */
export function line(most: number, sentence = `São até ${most} caracteres.`, least = 0) {
  return z
    .string({ error: sentence })
    .transform(tidyLine)
    .refine((text) => text.length >= least && text.length <= most, sentence)
    .meta({ maxLength: most });
}

/** Of several lines, which stay. The sentence says how long it may be, also where it has to be written. */
export function paragraphs(least: number, most: number, sentence: string) {
  return z
    .string({ error: sentence })
    .transform(tidyParagraphs)
    .refine((text) => text.length >= least && text.length <= most, sentence)
    .meta({ maxLength: most, examples: ['Um texto de exemplo'] });
}

/** A link that may be stored and shown; an empty text is none. */
export function link() {
  return z
    .string()
    .transform((text, issues) => {
      const checked = checkLink(text);
      if (checked.ok || text.trim() === '') return checked.ok ? checked.link : null;
      issues.addIssue({ code: 'custom', message: checked.message });
      return z.NEVER;
    })
    .meta({ format: 'uri', examples: ['https://arquivos.exemplo.com/a.zip'] });
}

/** Of a thing of the shop: a uuid, as the database spells it. */
export const id = () =>
  z
    .guid()
    .toLowerCase()
    .meta({ examples: ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'] });

/**
 * A day of São Paulo (`2026-12-24`) or a moment (ISO 8601; UTC where it names no offset). A day begins at its first
 * moment; `of: 'end'`: it ends at the first one of the next.
 */
export function moment(of: 'start' | 'end', sentence = 'Use uma data que exista.') {
  return z
    .date({ error: sentence })
    .refine((at) => at.getUTCFullYear() >= 2000 && at.getUTCFullYear() < 2200, sentence)
    .meta({ format: 'date-time', of });
}

/** The key of what is sold: `"lol:Ahri:3"`. The doors read champion and number too, and the two parts of an address. */
export const sku = z
  .string()
  .refine(isSku, 'Este sku não existe.')
  .meta({ examples: ['lol:Ahri:1'] });

const NO_SKIN = 'Escreva cada skin como no endereço dela na loja: Ahri/3.';

/** A skin in a list: `["Ahri", 3]`, or its key. */
export const skinPair = z
  .union(
    [
      z.tuple([z.string().min(1).max(64), z.int().min(0).max(100_000)]).transform((pair, issues) => {
        const read = readSku(...pair);
        if (read === null) issues.addIssue({ code: 'custom', message: 'Esta skin não existe.' });
        return read ?? z.NEVER;
      }),
      z.string().refine(isSku, NO_SKIN),
    ],
    NO_SKIN,
  )
  .meta({ examples: [['Ahri', 1]] });

/** A sentence for each field that was refused, by its name in the input. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  return fields;
}

/** The output of what answers nothing but that it is done. */
export const nothing = z.custom<{ ok: true }>().transform(() => ({}));

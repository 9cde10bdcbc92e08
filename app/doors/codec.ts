import { toCents, toReais } from '#shop/text/reais.ts';
import type { z } from 'zod';
import { skinPair } from '#shop/fields.ts';
import { isDay } from '#shop/text/is-day.ts';
import { readReais } from '#shop/text/read-reais.ts';
import { SHOP_OFFSET } from '#shop/text/shop-zone.ts';
import { isSum, wireName } from '#shop/text/wire-name.ts';
import { readSource, readSku, spellSku, splitSkins } from '#shop/catalog/sku.ts';

/*
 * Inside, sums are centavos in names that end in `Cents`, moments are `Date`, and names are camelCase. The contract says
 * reais, ISO 8601 and snake_case. This is the only place where one becomes the other. What cannot be read stays as it
 * came, and the schema refuses it with the field's sentence.
 */

/** An answer in the contract's words. */
export function toWire(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] =>
      name === 'sku'
        ? Object.entries(spellSku(part as string | null))
        : [[wireName(name), isSum(name) && typeof part === 'number' ? toReais(part) : toWire(part)]],
    ),
  );
}

/** A body of the contract in our words. Names that the schema does not know are left out. */
export function fromWire(schema: z.ZodType, value: unknown): unknown {
  const { def } = bareOf(schema);
  if (def.type === 'date' && typeof value === 'string') return readMoment(schema, value);
  if (def.type === 'array' && Array.isArray(value)) {
    const { element } = def as unknown as { element: z.ZodType };
    return value.map((part) => fromWire(element, part));
  }
  if (def.type === 'union') {
    const { options } = def as unknown as { options: z.ZodType[] };
    const isWhole = (read: unknown) => Object.keys(Object(read)).length === Object.keys(Object(value)).length;
    const read = options.map((option) => ({ option, as: fromWire(option, value) }));
    return read.find(({ option, as }) => isWhole(as) && option.safeParse(as).success)?.as ?? value;
  }
  if (def.type !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value))
    return value;
  const { shape } = def as unknown as { shape: Record<string, z.ZodType> };
  const said = 'sku' in shape ? readKey(shape, value) : value;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      const key = wireName(name);
      if (!Object.hasOwn(said, key)) return [];
      const part = (said as Record<string, unknown>)[key];
      return [[name, isSum(name) && typeof part === 'number' ? toCents(part) : fromWire(field, part)]];
    }),
  );
}

/** A `sku` that is none, or that contradicts `champion_id` and `skin_num` beside it. */
export class BadSku extends Error {}

/** The fields of a body, with the key that its `champion_id` and `skin_num` name. */
function readKey(
  shape: object,
  fields: { sku?: unknown; champion_id?: unknown; skin_num?: unknown },
): object {
  const { sku, champion_id: championId = null, skin_num: num = null } = fields;
  if (championId === null && num === null)
    return 'champion_id' in fields && !('sku' in fields) ? { ...fields, sku: null } : fields;
  if (typeof sku === 'string') {
    const source = readSource(sku);
    const isOther =
      (championId !== null && championId !== source?.championId) || (num !== null && num !== source?.skinNum);
    if (isOther) throw new BadSku();
    return fields;
  }
  // A champion alone may be a field of its own; a number alone is none.
  if ('championId' in shape && (championId === null || num === null))
    return championId === null ? { ...fields, sku: num } : fields;
  const named = typeof championId === 'string' && typeof num === 'number' ? readSku(championId, num) : null;
  return { ...fields, sku: named ?? [championId, num].join('?') };
}

/** The parts of an address, with the key that they name: `/Ahri/3`. */
export function spellAddress(params: Record<string, string>): Record<string, string> {
  const { championId, skinNum, ...others } = params;
  if (championId === undefined || skinNum === undefined) return params;
  return { ...others, sku: readSku(championId, skinNum) ?? '' };
}

/** The fields of a form, or of an address (`names`: how it spells them). An empty field is null where there may be none. */
export function fromText(
  schema: z.ZodObject,
  typed: FormData | URLSearchParams,
  names: (name: string) => string = (name) => name,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([name, field]) => {
      // The last one: a box that is ticked comes after the hidden field that says it is not.
      const texts = typed.getAll(names(name));
      const { type, element } = bareOf(field as z.ZodType).def as { type: string; element?: z.ZodType };
      if (element === skinPair) return [[name, readSkins(texts)]];
      // An empty one says that the form has them, and is none.
      if (type === 'array') return texts.length > 0 ? [[name, texts.filter((text) => text !== '')]] : [];
      if (type === 'record') return [[name, readRecord(name, typed)]];
      const text = texts.at(-1);
      // A browser sends an empty one where none was chosen.
      if (text instanceof File) return text.size > 0 ? [[name, text]] : [];
      return typeof text === 'string' ? [[name, readText(name, field as z.ZodType, text)]] : [];
    }),
  );
}

function readText(name: string, field: z.ZodType, text: string): unknown {
  const { type } = bareOf(field).def;
  if (type === 'string' || type === 'enum') return text;
  if (text.trim() === '') return null;
  if (type === 'boolean') return text === 'true' || text === 'on' ? true : text === 'false' ? false : text;
  if (type === 'date') return readMoment(field, text);
  if (type === 'union') return readJson(text);
  if (type !== 'number') return text;
  if (isSum(name)) return readReais(text) ?? text;
  const typed = text.trim().replace(/\s*%$/, '');
  return /^-?\d{1,9}$/.test(typed) ? Number(typed) : text;
}

function readSkins(texts: FormDataEntryValue[]): unknown[] {
  const written = texts.flatMap((text) => (typeof text === 'string' ? splitSkins(text) : []));
  return written.map(({ word, sku }) => sku ?? word);
}

/** Fields that say which one they are: `links.4711`. */
function readRecord(name: string, typed: FormData | URLSearchParams): object {
  const parts = [...typed].filter(([key]) => key.startsWith(`${name}.`));
  return Object.fromEntries(parts.map(([key, text]) => [key.slice(name.length + 1), text]));
}

/** A part of several forms, which no field of a page says in words. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The schema below what says that a field may be absent or null, and below what tidies it. */
export function bareOf(schema: z.ZodType): z.ZodType {
  const def = schema.def as unknown as { type: string; innerType?: z.ZodType; in?: z.ZodType };
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  return inner ? bareOf(inner) : schema;
}

function readMoment(field: z.ZodType, text: string): Date | string | null {
  if (text === '') return null;
  if (isDay(text)) {
    const daysLater = endsWithDay(field) ? 1 : 0;
    return new Date(Date.parse(`${text}T00:00:00${SHOP_OFFSET}`) + daysLater * 24 * 3600 * 1000);
  }
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return text;
  return new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

function endsWithDay(field: z.ZodType): boolean {
  const { innerType } = field.def as unknown as { innerType?: z.ZodType };
  return innerType ? endsWithDay(innerType) : field.meta()?.of === 'end';
}

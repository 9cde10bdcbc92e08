/** Where PostgreSQL, its two drivers and Kysely put the values of a statement, or the row that they made. */
const VALUE_FIELDS = [
  'detail',
  'where',
  'query',
  'internalQuery',
  'sql',
  'params',
  'parameters',
  'values',
  'queryOptions',
];

/** `invalid input syntax for type uuid: "…"`, `value "…" is out of range for type integer`. */
const QUOTED_VALUE = /(: |\bvalue )"[^]*"/;

/** Whether this field of an error of the database may hold what a person typed. */
export function holdsValues(field: string): boolean {
  return VALUE_FIELDS.includes(field);
}

/** A message of the database without the value it quotes. */
export function hideQuotedValue(message: string): string {
  return message.replace(QUOTED_VALUE, '$1"[oculto]"');
}

/**
 * Takes the values of the failed statement out of its error, so that no log, no job's record and no trace of a
 * crash can carry them (threat 64). What says where it went wrong stays: code, constraint, table, column.
 */
export function hideValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const field of VALUE_FIELDS) if (Object.hasOwn(error, field)) Reflect.deleteProperty(error, field);
  const { message, stack } = error;
  const shown = hideQuotedValue(message);
  if (shown === message) return error;
  error.message = shown;
  if (stack !== undefined) error.stack = stack.replace(message, () => shown);
  return error;
}

/** The same for whatever fails in this work. */
export async function withHiddenValues<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw hideValues(error);
  }
}

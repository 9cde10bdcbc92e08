/**
 * The fields in which PostgreSQL, its two drivers and Kysely report the values of a statement or the row of an error.
 */
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

/** Whether this field of a database error may contain typed text. */
export function holdsValues(field: string): boolean {
  return VALUE_FIELDS.includes(field);
}

/** The message of the database without the value that it quotes. */
export function hideQuotedValue(message: string): string {
  return message.replace(QUOTED_VALUE, '$1"[oculto]"');
}

/**
 * Removes the values of the failed statement from its error, so that no log, job record or crash trace contains them.
 * Code, constraint, table and column stay.
 */
function hideValues(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const field of VALUE_FIELDS) if (Object.hasOwn(error, field)) Reflect.deleteProperty(error, field);
  const { message, stack } = error;
  const shown = hideQuotedValue(message);
  if (shown === message) return error;
  error.message = shown;
  if (stack !== undefined) error.stack = stack.replace(message, () => shown);
  return error;
}

/**
 * The embedded database ends itself where its log cannot be written (a full disk), and the next statement would hold this
 * process for ever. A new process replays the log.
 */
function endIfPanicked(error: unknown): void {
  if ((error as { severity?: string } | null)?.severity !== 'PANIC') return;
  process.stderr.write(`O banco de dados parou: ${String((error as Error).message)}\n`);
  process.exit(70);
}

/** The same for every error of this work. */
export async function withHiddenValues<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    endIfPanicked(error);
    throw hideValues(error);
  }
}

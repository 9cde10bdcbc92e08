import { hideQuotedValue, holdsValues } from '#db/hide-values.server.ts';
import type { Log, LogFields } from '#shop/log.ts';
import { isSensitiveName, MASK, maskText } from './mask-text.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LEVELS)[number];

export interface LogOptions {
  level: LogLevel;
  /** Writes one line, including its newline. */
  write?: (line: string) => void;
}

const DEEPEST = 6;
const MAX_ENTRIES = 100;
const RESERVED = new Set(['time', 'level', 'event']);

/** JSON lines on stdout. Masks personal data and secrets, and never throws. */
export function createLog({ level, write = (line) => process.stdout.write(line) }: LogOptions): Log {
  const least = LEVELS.indexOf(level);
  function withFields(inherited: LogFields): Log {
    const logAt = (lineLevel: LogLevel) => (event: string, fields?: LogFields) => {
      if (LEVELS.indexOf(lineLevel) < least) return;
      write(formatLine(lineLevel, event, { ...inherited, ...fields }));
    };
    return {
      debug: logAt('debug'),
      info: logAt('info'),
      warn: logAt('warn'),
      error: logAt('error'),
      child: (fields) => withFields({ ...inherited, ...fields }),
    };
  }
  return withFields({});
}

function formatLine(level: LogLevel, event: string, fields: LogFields): string {
  const line: Record<string, unknown> = { time: new Date().toISOString(), level, event: maskText(event) };
  const described = describe(fields, 0, new Set());
  if (described !== null && typeof described === 'object') {
    for (const [name, value] of Object.entries(described))
      line[RESERVED.has(name) ? `_${name}` : name] = value;
  }
  return `${escapeControls(JSON.stringify(line))}\n`;
}

// JSON does not escape DEL, C1 and the Unicode line ends: a terminal or a line reader would obey them. Direction
// marks could make a line read as something else.
function escapeControls(json: string): string {
  return json.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function describe(value: unknown, depth: number, above: ReadonlySet<object>): unknown {
  switch (typeof value) {
    case 'string':
      return maskText(value);
    case 'number':
      return describeNumber(value);
    case 'bigint':
      return maskText(String(value));
    case 'boolean':
    case 'undefined':
      return value;
    case 'symbol':
    case 'function':
      return `[${typeof value}]`;
    case 'object':
      return value === null ? null : describeObject(value, depth, above);
  }
}

/** A tax id may also be a number. */
function describeNumber(value: number): unknown {
  if (!Number.isFinite(value)) return String(value);
  const text = String(value);
  return maskText(text) === text ? value : MASK;
}

function describeObject(value: object, depth: number, above: ReadonlySet<object>): unknown {
  if (above.has(value)) return '[circular]';
  if (depth > DEEPEST) return '[deep]';
  const path = new Set(above).add(value);
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof URL) return maskText(value.href);
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
    if (value instanceof Map) return describeEntries([...value], depth, path);
    if (value instanceof Headers) return describeEntries([...value], depth, path);
    if (value instanceof URLSearchParams) return describeEntries([...value], depth, path);
    if (value instanceof Set || Array.isArray(value)) {
      return [...value].slice(0, MAX_ENTRIES).map((entry) => describe(entry, depth + 1, path));
    }
    return isThrown(value)
      ? describeError(value, depth, path)
      : describeEntries(Object.entries(value), depth, path);
  } catch {
    // An object whose getter throws must not make a payment fail for a log line.
    return '[unreadable]';
  }
}

function describeEntries(entries: [unknown, unknown][], depth: number, above: ReadonlySet<object>): unknown {
  const described: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries.slice(0, MAX_ENTRIES)) {
    const isOpen = value === null || value === undefined || typeof value === 'boolean';
    described[maskText(String(name))] =
      isSensitiveName(String(name)) && !isOpen ? MASK : describe(value, depth + 1, above);
  }
  return described;
}

type Thrown = Pick<Error, 'name' | 'message' | 'stack' | 'cause'>;

/** pg-boss emits a copy of the error. */
function isThrown(value: object): value is Thrown {
  return (
    value instanceof Error ||
    ('message' in value &&
      typeof value.message === 'string' &&
      'stack' in value &&
      typeof value.stack === 'string')
  );
}

/** Removes the values of a statement, also if the error was made outside of `db/`. */
function describeError(error: Thrown, depth: number, above: ReadonlySet<object>): unknown {
  const entries = Object.entries(error).filter(([name]) => !holdsValues(name));
  const own = describeEntries(entries, depth, above) as Record<string, unknown>;
  const message = String(error.message);
  const shown = 'severity' in error ? hideQuotedValue(message) : message;
  return Object.assign(own, {
    ...(error.name === undefined ? {} : { name: maskText(String(error.name)) }),
    message: maskText(shown),
    stack: typeof error.stack === 'string' ? maskText(error.stack.replace(message, () => shown)) : undefined,
    ...(error.cause === undefined ? {} : { cause: describe(error.cause, depth + 1, above) }),
    ...(error instanceof AggregateError ? { errors: describe(error.errors, depth + 1, above) } : {}),
  });
}

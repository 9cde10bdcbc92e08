export interface StatementName {
  /** SELECT, INSERT, … : for one that writes within a WITH, what it writes. */
  operation: string;
  /** The first table that it does it to. null: none that its text names. */
  table: string | null;
}

const MOST_TEXTS = 500;

/** Names statements for a trace, where neither their text nor their values belong. */
export function createStatementNames(): (sql: string) => StatementName {
  const known = new Map<string, StatementName>();
  return (sql) => {
    const found = known.get(sql);
    if (found) return found;
    // Lists of values make new texts without end.
    if (known.size === MOST_TEXTS) known.clear();
    const described = describeStatement(sql);
    known.set(sql, described);
    return described;
  };
}

/** With its schema before it, or not. */
const NAME = '(?:"?[a-z_]\\w*"?\\.)?"?([a-z_]\\w*)\\b"?';
/** `for update of orders` and `on conflict do update set` write nothing by themselves. */
const WRITE = new RegExp(
  `\\b(?:insert into|delete from|update)\\s+(?:only\\s+)?(?!(?:set|of|nowait|skip)\\b)${NAME}`,
  'i',
);
/** What has a bracket behind it is a function. */
const READ = new RegExp(`\\b(?:from|join)\\s+${NAME}(?!\\s*\\()`, 'gi');
/** The parts of a WITH, which are no tables. */
const PART = /(?:\bwith|,|\brecursive)\s+"?([a-z_]\w*)"?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;

function describeStatement(sql: string): StatementName {
  const word = /[a-z]+/i.exec(sql)?.[0].toUpperCase() ?? 'OTHER';
  const write = word === 'SELECT' ? null : WRITE.exec(sql);
  if (write) {
    const [text, table = null] = write;
    return { operation: text.slice(0, 6).toUpperCase(), table };
  }
  const parts = new Set([...sql.matchAll(PART)].map(([, name]) => name));
  const table = [...sql.matchAll(READ)].map(([, name = '']) => name).find((name) => !parts.has(name));
  return { operation: word === 'WITH' ? 'SELECT' : word, table: table ?? null };
}

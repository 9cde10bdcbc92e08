/** Tables written since the transaction's `begin`. */
export interface OpenTransaction {
  writes: Set<string>;
}

/** A short, stable name for a statement; a commit is named by what its transaction did. */
export function nameStatement(text: string, transaction: OpenTransaction): string {
  const statement = text.trim().toLowerCase();
  if (statement === 'begin' || statement.startsWith('start transaction')) {
    transaction.writes.clear();
    return 'begin';
  }
  if (statement === 'commit') return `commit ${nameWork(transaction.writes)}`;
  if (statement === 'rollback') return 'rollback';
  const name = nameWork(new Set([writtenTable(statement)]));
  const written = writtenTable(statement);
  if (written === null) return readName(statement);
  transaction.writes.add(written);
  return written.startsWith('jobs') ? name : written;
}

function writtenTable(statement: string): string | null {
  if (/jobs\.(?:job|j[0-9a-f]{8,})/.test(statement)) {
    if (/insert into/.test(statement)) return 'jobs send';
    if (/state\s*=\s*'active'/.test(statement)) return 'jobs claim';
    if (/state\s*=\s*'completed'|completed_on\s*=/.test(statement)) return 'jobs complete';
    return /update|delete/.test(statement) ? 'jobs other' : null;
  }
  const match = /^(?:with .*?)?\b(insert into|update|delete from) "?([a-z_]+)"?/s.exec(statement);
  return match ? `${match[1]?.split(' ')[0]} ${match[2]}` : null;
}

function readName(statement: string): string {
  if (statement.includes('pg_notify')) return 'notify';
  if (/for update/.test(statement)) return 'lock row';
  return 'read';
}

function nameWork(writes: ReadonlySet<string | null>): string {
  const has = (table: string) => [...writes].some((each) => each?.endsWith(table));
  if (has('users')) return 'account';
  if (has('audit_log')) return 'links';
  if (has('insert grants') || writes.has('insert refunds')) return 'payment';
  if (has(' charges')) return 'charge';
  const [first] = writes;
  return first ?? 'nothing';
}

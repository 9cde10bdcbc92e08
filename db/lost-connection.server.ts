import pg from 'pg';

/** 'Cached plan must not change result type': a migration changed the type of a column that a named statement reads. */
const STALE_PLAN = '0A000';

/** 'cannot execute INSERT in a read-only transaction': the server has become a standby. */
const ONLY_READS = '25006';

/** The server ends, has crashed or starts; class 08 is the connection's own, which poolers answer too. */
const ENDING = /^(?:57P0[1-35]|08\w{3})$/;

const TOO_MANY_CONNECTIONS = '53300';

/** The driver has no codes for these. Its time-outs are not among them: whoever waited so long waits no longer. */
const CUT = /^Connection terminated(?: unexpectedly)?$|connection error and is not queryable$/;
const SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH'];

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';

/** Whether the next answer of the connection may be wrong, or will be an error again. */
export function isConnectionLost(error: unknown): boolean {
  // Other errors that the server reported leave the connection usable.
  if (!(error instanceof pg.DatabaseError)) return true;
  const code = codeOf(error);
  return code === STALE_PLAN || code === ONLY_READS || ENDING.test(code);
}

/** Whether the server went away, at once and without an answer. */
export function isServerGone(error: unknown): boolean {
  const code = codeOf(error);
  return ENDING.test(code) || SYSTEM_CODES.includes(code) || CUT.test((error as Error | null)?.message ?? '');
}

/** Whether it was waited for in vain: a statement that the server itself ended has an answer. */
export function isSilence(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) && /timeout/i.test((error as Error | null)?.message ?? '');
}

/** Whether a connection that was refused now may be accepted in a moment, as in a failover. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error);
  return isServerGone(error) || code === ONLY_READS || code === TOO_MANY_CONNECTIONS;
}

/**
 * Whether a statement changes nothing that counts, so that it may be sent again after its answer was lost. One that
 * begins with `with` may write.
 */
export function mayRepeat(text: string): boolean {
  return /^\s*(?:begin$|start transaction\b|select\b)/i.test(text);
}

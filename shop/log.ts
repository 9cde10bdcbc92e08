/** Plain values: ids, counts, durations. No personal data and no secrets. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log that operators read.
 *
 * `event` is a short stable name (`charge.confirmed`); variable data goes into `fields`, an error under `error`. The
 * implementation in `server/config/log.ts` masks tax ids, e-mail addresses and secrets; it never throws.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** Returns a log that adds `fields` (a request id, a job name) to each of its lines. */
  child(fields: LogFields): Log;
}

/** Plain values that name what happened: ids, counts, durations. Personal data and secrets do not belong here. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * How every part of the shop tells operators what it did.
 *
 * `event` is a short stable name (`charge.confirmed`); what varies goes into `fields`, an error under `error`.
 * The implementation in `server/config/log.ts` masks tax ids, e-mail addresses and secrets; it never throws.
 */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
  /** A log that adds `fields` (a request id, a job name) to each of its lines. */
  child(fields: LogFields): Log;
}

/**
 * Something the harness sees from outside the shop: a statement on the wire, a call at the gateway, a
 * webhook, a mail. `slot` is the shop process it belongs to. Names read like `sql commit payment:before`.
 */
export interface Moment {
  slot: number;
  name: string;
}

/** What happens to whatever the moment is about. */
export type Verdict =
  | { kind: 'go' }
  /** The process was killed: nothing of it may reach anybody any more. */
  | { kind: 'dead' }
  | { kind: 'cut' }
  | { kind: 'delay'; ms: number }
  /** Gateways and the mail server only. */
  | { kind: 'status'; status: number }
  | { kind: 'garbage' }
  /** No answer until the client gives up. */
  | { kind: 'silence' };

export type Watch = (moment: Moment) => Verdict;

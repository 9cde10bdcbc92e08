/** A call to an address that a person entered: link of a file, channel, push. */
export interface OutgoingCall {
  url: string;
  /** GET unless it is named. Only GET and HEAD follow redirects. */
  method?: 'GET' | 'HEAD' | 'POST';
  /** Sent to the first address alone, and not to one that it redirects to. */
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Hangs up once the headers are there: for a file whose existence is the question. */
  headersOnly?: boolean;
}

export type OutgoingAnswer =
  | {
      ok: true;
      status: number;
      /** Names in lower case. */
      headers: Readonly<Record<string, string>>;
      /** Empty with `headersOnly`. */
      text: string;
      /** Where the answer came from: the address entered, or the last one it redirected to. */
      url: string;
    }
  /** `status`: of an answer that is not followed. */
  | { ok: false; reason: OutgoingRefusal; status?: number };

export type OutgoingRefusal =
  /** Not https, not an address, or one with user and password. */
  | 'bad_address'
  /** It leads into a network that is not the public Internet. */
  | 'refused_address'
  | 'unknown_host'
  | 'unreachable'
  | 'bad_certificate'
  /** From https to http, or a redirect of something that was sent. */
  | 'refused_redirect'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout';

/** Never throws for what the other side does. */
export type CallOutside = (call: OutgoingCall) => Promise<OutgoingAnswer>;

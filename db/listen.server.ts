import pg from 'pg';
import type { Timeouts } from './timeouts.server.ts';

const CONNECT_AGAIN_MS = 1_000;

/**
 * A dedicated connection for LISTEN, which reconnects by itself; a pooled one cannot keep it. A silent server does
 * not close the connection, and without traffic TCP would notice after hours. So it gets a query from time to time.
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  {
    onPayload,
    onReconnect,
    timeouts,
  }: { onPayload: (payload: string) => void; onReconnect: () => void; timeouts: Timeouts },
): Promise<{ stop: () => Promise<void> }> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'fulgor-live',
      keepAlive: true,
      connectionTimeoutMillis: timeouts.connectMs,
      query_timeout: timeouts.connectMs,
    });
    fresh.on('error', () => {});
    fresh.on('notification', (message) => onPayload(message.payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      void fresh.end().catch(() => {});
      throw error;
    }
    client = fresh;
    fresh.on('end', lose);
    beatSoon(fresh);
  }

  /** The next one waits for the answer to this one: a connection has one query at a time. */
  function beatSoon(on: pg.Client): void {
    if (stopped) return;
    beat = setTimeout(() => {
      on.query('select 1').then(
        () => beatSoon(on),
        // If a client ends during a query, it closes its connection without a message.
        () => void on.end().catch(() => {}),
      );
    }, timeouts.heartbeatMs);
  }

  function lose(): void {
    clearTimeout(beat);
    if (!stopped) reconnectSoon();
  }

  function reconnectSoon(): void {
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().then(onReconnect, () => {
        if (!stopped) reconnectSoon();
      });
    }, CONNECT_AGAIN_MS);
  }

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(retry);
      clearTimeout(beat);
      await client?.end().catch(() => {});
    },
  };
}

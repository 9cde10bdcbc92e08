import pg from 'pg';
import type { Timeouts } from './timeouts.server.ts';

const CONNECT_AGAIN_MS = 1_000;

/**
 * One dedicated connection that comes back by itself; pooled ones cannot keep a LISTEN. A server that has fallen silent
 * closes nothing, and a connection on which nothing is asked would stay deaf until TCP gives it up, after hours: so it is
 * asked something every so often.
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
    beat = setInterval(() => {
      // Ended in the middle of a question, a client closes its connection without a farewell.
      fresh.query('select 1').catch(() => void fresh.end().catch(() => {}));
    }, timeouts.heartbeatMs);
  }

  function lose(): void {
    clearInterval(beat);
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
      clearInterval(beat);
      await client?.end().catch(() => {});
    },
  };
}

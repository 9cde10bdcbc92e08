import { startHttpDouble, type Answer, type HttpDouble, type LoggedRequest } from './http-double.ts';

export interface DiscordServer extends HttpDouble {
  /** The address that Discord shows for a webhook. */
  webhookUrl: string;
  /** `host:port`, for DISCORD_HOSTS and OUTGOING_ALLOW. */
  host: string;
  /** The messages of the channel. */
  messages: string[];
}

const ID = '1310000000000000001';
const TOKEN = 'a1B2c3-segredo_do_webhook';
/** As in Discord's list of error codes. */
const ERRORS: Record<number, unknown> = {
  400: { message: 'Cannot send an empty message', code: 50006 },
  401: { message: 'Invalid Webhook Token', code: 50027 },
  404: { message: 'Unknown Webhook', code: 10015 },
  429: { message: 'You are being rate limited.', retry_after: 93.4, global: false },
};

/** The "execute webhook" call of Discord: 204 for a message that it took. `failNext({ status: 429 })` limits it. */
export async function startDiscordServer(): Promise<DiscordServer> {
  const messages: string[] = [];
  const refuse = (status: number): Answer => ({ status, body: ERRORS[status] });

  const answer = ({ method, path, headers, body }: LoggedRequest): Answer => {
    const [, id, token] = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)$/.exec(path) ?? [];
    if (method !== 'POST' || id !== ID) return refuse(404);
    if (token !== TOKEN) return refuse(401);
    const { content } = body as { content?: unknown };
    if (!headers['content-type']?.startsWith('application/json')) return refuse(400);
    if (typeof content !== 'string' || content === '' || content.length > 2000) return refuse(400);
    messages.push(content);
    return { status: 204, body: undefined };
  };

  const double = await startHttpDouble({
    answer,
    errorBody: (status) => ERRORS[status] ?? { message: `${status}: Internal Server Error`, code: 0 },
  });
  return {
    ...double,
    webhookUrl: `${double.url}/api/webhooks/${ID}/${TOKEN}`,
    host: new URL(double.url).host,
    messages,
  };
}

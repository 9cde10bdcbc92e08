import { z } from 'zod';
import { Moment } from '../http/read-answer.ts';
import { callApi, unreadable } from './call-api.ts';
import { openApi, type BankSettings } from './open-api.ts';

const PATH = '/webhook/{chave}';

export type WebhookAnswer = { ok: true } | { ok: false; detail: string };

export interface WebhookManager {
  register(webhookUrl: string): Promise<WebhookAnswer>;
  /** null: the key has none. */
  show(): Promise<{ webhookUrl: string; registeredAt: Date | null } | null>;
  remove(): Promise<WebhookAnswer>;
}

/** The address at which the bank announces what arrives at one Pix key: `/webhook/{chave}`. */
export function manageWebhook(settings: BankSettings, chave: string): WebhookManager {
  const api = openApi(settings);
  const params = { chave };
  const answerOf = async (call: Parameters<typeof callApi>[1]): Promise<WebhookAnswer> => {
    const answer = await callApi(api, call);
    switch (answer.kind) {
      case 'data':
        return { ok: true };
      case 'refused':
        return { ok: false, detail: answer.detail };
      case 'not_found':
        return { ok: false, detail: 'NaoEncontrado' };
    }
  };
  return {
    register: (webhookUrl) => answerOf({ method: 'PUT', path: PATH, params, body: { webhookUrl } }),
    remove: () => answerOf({ method: 'DELETE', path: PATH, params }),
    async show() {
      const answer = await callApi(api, { method: 'GET', path: PATH, params });
      if (answer.kind !== 'data') return null;
      const shown = Shown.safeParse(answer.data);
      if (!shown.success) throw unreadable(`GET ${PATH}: unreadable`);
      return { webhookUrl: shown.data.webhookUrl, registeredAt: shown.data.criacao };
    },
  };
}

const Shown = z.object({
  webhookUrl: z.string(),
  criacao: Moment,
});

/**
 * The shop's address with the secret in it. The bank appends "/pix" as text; `&ignorar=` takes that in
 * where there is a query, and the shop answers at either address.
 */
export function webhookAddress(appUrl: string, token: string, place: 'query' | 'path'): string {
  const address = `${appUrl}/webhooks/bacen`;
  const secret = encodeURIComponent(token);
  return place === 'path' ? `${address}/${secret}` : `${address}?token=${secret}&ignorar=`;
}

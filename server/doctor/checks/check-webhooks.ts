import { manageWebhook } from '#gateways/bacen/manage-webhook.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { bankSettings } from '#gateways/bacen/bank-settings.ts';
import type { Env } from '../../config/env.ts';
import { notRunning, ok, warning, type Check, type Finding, type Place } from '../check.ts';
import { sellingGateways, worst } from './check-gateway.ts';

/** A notice comes within seconds; the sweep finds the money of one that does not come. */
const LATE_MS = 10 * 60_000;

/** The provider tells the shop of payments. Without it the shop asks, so that it only sells more slowly. */
export const checkWebhooks: Check = {
  name: 'webhooks',
  title: 'Avisos do provedor',
  async examine(place) {
    const selling = await sellingGateways(place);
    const isOne = selling.length === 1;
    const findings = await Promise.all(
      selling.map(async (gateway, index) => {
        const finding = await examineOne(place, gateway, index === 0);
        return isOne ? finding : { ...finding, meaning: `${gateway.name}: ${finding.meaning}` };
      }),
    );
    return worst(findings);
  },
};

async function examineOne(place: Place, gateway: Env['gateway'], isFirst: boolean): Promise<Finding> {
  const { name } = gateway;
  const { appUrl } = place.env;
  if (name === 'simulator') return ok('O simulador não manda avisos.');
  const wrong = await examineRegistration(gateway, appUrl);
  if (wrong) return wrong;
  const told = (await place.running())?.facts?.providers.find((provider) => provider.name === name);
  if (!told) return notRunning;
  const { paidAt, heardAt } = told;
  // The second one sells only while the first one does not.
  if (paidAt === null && heardAt === null && isFirst)
    return warning(
      'Ainda não chegou pagamento nem aviso.',
      `Faça uma compra pequena: o aviso precisa chegar em ${appUrl}/webhooks/${name}.`,
    );
  if (paidAt !== null && (heardAt === null || paidAt.getTime() - heardAt.getTime() > LATE_MS))
    return warning(
      `Entrou dinheiro em ${say(paidAt)}, e o último aviso do provedor é ${heardAt ? `de ${say(heardAt)}` : 'nenhum'}: a loja só descobre pagamentos quando pergunta.`,
      `Confira o webhook no painel do provedor: endereço ${appUrl}/webhooks/${name} e o segredo das variáveis.`,
    );
  return ok(heardAt ? `O último aviso chegou em ${say(heardAt)}.` : 'Ainda não entrou dinheiro.');
}

/** Only the banks' API tells where its notices go. */
async function examineRegistration(gateway: Env['gateway'], appUrl: string): Promise<Finding | null> {
  if (gateway.name !== 'bacen') return null;
  const { webhookToken, chave } = gateway;
  const shown = await manageWebhook(bankSettings(gateway), chave)
    .show()
    .catch(() => undefined);
  // The row of the provider says so.
  if (shown === undefined) return null;
  if (
    shown?.webhookUrl.startsWith(`${appUrl}/`) &&
    shown.webhookUrl.includes(encodeURIComponent(webhookToken))
  )
    return null;
  return warning(
    shown
      ? 'O webhook cadastrado no banco não leva a esta loja.'
      : 'Nenhum webhook está cadastrado no banco para esta chave Pix.',
    'Rode: npm run gateway -- register-webhook.',
  );
}

const say = (at: Date) =>
  at.toLocaleString('pt-BR', { timeZone: SHOP_ZONE, dateStyle: 'short', timeStyle: 'short' });

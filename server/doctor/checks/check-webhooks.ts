import { manageWebhook } from '#gateways/bacen/manage-webhook.ts';
import { SHOP_ZONE } from '#shop/text/shop-zone.ts';
import { bankSettings } from '#gateways/bacen/bank-settings.ts';
import { notRunning, ok, warning, type Check, type Place } from '../check.ts';

/** A notice comes within seconds; the sweep finds the money of one that does not come. */
const LATE_MS = 10 * 60_000;

/** The provider tells the shop of payments. Without it the shop asks, so that it only sells more slowly. */
export const checkWebhooks: Check = {
  name: 'webhooks',
  title: 'Avisos do provedor',
  async examine(place) {
    const { name } = place.env.gateway;
    if (name === 'simulator') return ok('O simulador não manda avisos.');
    const wrong = await examineRegistration(place);
    if (wrong) return wrong;
    const told = await place.running();
    if (!told?.facts) return notRunning;
    const { paidAt, heardAt } = told.facts;
    if (paidAt === null && heardAt === null)
      return warning(
        'Ainda não chegou pagamento nem aviso.',
        `Faça uma compra pequena: o aviso precisa chegar em ${place.env.appUrl}/webhooks/${name}.`,
      );
    if (paidAt !== null && (heardAt === null || paidAt.getTime() - heardAt.getTime() > LATE_MS))
      return warning(
        `Entrou dinheiro em ${say(paidAt)}, e o último aviso do provedor é ${heardAt ? `de ${say(heardAt)}` : 'nenhum'}: a loja só descobre pagamentos quando pergunta.`,
        `Confira o webhook no painel do provedor: endereço ${place.env.appUrl}/webhooks/${name} e o segredo das variáveis.`,
      );
    return ok(heardAt ? `O último aviso chegou em ${say(heardAt)}.` : 'Ainda não entrou dinheiro.');
  },
};

/** Only the banks' API tells where its notices go. */
async function examineRegistration({ env }: Place) {
  if (env.gateway.name !== 'bacen') return null;
  const { webhookToken, chave } = env.gateway;
  const shown = await manageWebhook(bankSettings(env.gateway), chave)
    .show()
    .catch(() => undefined);
  // The row of the provider says so.
  if (shown === undefined) return null;
  if (
    shown?.webhookUrl.startsWith(`${env.appUrl}/`) &&
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

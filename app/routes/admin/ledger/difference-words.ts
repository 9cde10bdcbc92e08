import { writeDay } from '#shop/text/write-day.ts';
import type { Difference } from '#shop/ledger/reconciliation/compare-days.ts';
import { formatReais } from '#shop/text/format-reais.ts';
import type { AttentionWords } from '../desk/attention-words.ts';

const TITLES: Record<Difference['kind'], string> = {
  only_provider: 'Falta na loja',
  only_shop: 'Falta fora da loja',
  amount: 'Valores diferentes',
  refunded_outside: 'Devolvido por fora',
  late: 'Contado em outro dia',
};

/** Both sides and a way out. `provider`: its name after 'O provedor …'. */
export function differenceWords(difference: Difference, provider: string): AttentionWords {
  const { kind, against, key, day, shop_day } = difference;
  const amount = formatReais(difference.amount_cents);
  const [shop, other] = [formatReais(difference.shop_cents ?? 0), formatReais(difference.other_cents ?? 0)];
  const who = against === 'bank' ? 'O extrato do banco' : `A lista do provedor ${provider}`;
  const within = who.charAt(0).toLowerCase() + who.slice(1);
  const title = TITLES[kind];
  switch (kind) {
    case 'only_provider':
      return {
        title,
        happened: `${who} mostra ${amount} em ${writeDay(day)}, e a loja não contou esse pagamento.`,
        todo: difference.charge_id
          ? 'É de uma cobrança da loja: confira agora e ela é paga. Se não mudar, veja no painel do provedor.'
          : 'A loja não conhece esta cobrança. Veja de quem é; se não for da loja, marque como resolvido e diga por quê.',
      };
    case 'only_shop':
      return {
        title,
        happened: `A loja contou ${amount} em ${writeDay(day)}, e ${within} não mostra esse pagamento.`,
        todo: 'Confira agora. Se continuar, procure o pagamento no painel do provedor e no banco antes de dar por recebido.',
      };
    case 'amount':
      return {
        title,
        happened: key.endsWith('back')
          ? `A loja contou ${shop} devolvidos do pagamento de ${writeDay(day)}, e ${within} mostra ${other}.`
          : `Em ${writeDay(day)} a loja contou ${shop}, e ${within} mostra ${other}.`,
        todo: 'Confira agora: a loja pergunta ao provedor e anota o que ele disser. Se continuar, acerte com ele.',
      };
    case 'refunded_outside':
      return {
        title,
        happened: `${who} mostra ${other} devolvidos do pagamento de ${writeDay(day)}, e a loja conta ${shop}.`,
        todo: 'Confira agora, e a devolução feita por fora entra no pedido.',
      };
    case 'late':
      return {
        title,
        happened: `${who} mostra ${amount} em ${writeDay(day)}, e a loja contou em ${writeDay(shop_day ?? day)}.`,
        todo: 'O valor é o mesmo e nada se perdeu. O mês da loja é o do dia em que ela contou; marque como resolvido.',
      };
  }
}

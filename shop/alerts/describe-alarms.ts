import type { ShopContext } from '#shop/context.ts';
import { countAlarms } from './count-alarms.ts';
import type { AlarmKind } from './refresh-alarms.ts';

/** What staff have to act on, in lines that name nobody. */
export async function describeAlarms(ctx: ShopContext): Promise<string[]> {
  const now = ctx.now();
  return (await countAlarms(ctx)).flatMap(({ kind, count, oldest }) =>
    oldest ? [describe(kind, count, formatAge(now.getTime() - oldest.getTime()))] : [],
  );
}

function describe(kind: AlarmKind, count: number, age: string): string {
  const one = count === 1;
  switch (kind) {
    case 'order_waits':
      return one ? `1 pedido espera há ${age}.` : `${count} pedidos esperam, o mais antigo há ${age}.`;
    case 'order_late':
      return one ? `1 pedido atrasado há ${age}.` : `${count} pedidos atrasados, o mais antigo há ${age}.`;
    case 'order_very_late':
      return one ? '1 pedido passou do dobro do prazo.' : `${count} pedidos passaram do dobro do prazo.`;
    case 'dispute_open':
      return one
        ? '1 contestação aberta: veja o prazo em Atenção.'
        : `${count} contestações abertas: veja os prazos em Atenção.`;
    case 'ticket_waits':
      return one
        ? `1 atendimento sem resposta há ${age}.`
        : `${count} atendimentos sem resposta, o mais antigo há ${age}.`;
    case 'webhook_given_up':
      return one
        ? '1 aviso de pagamento não foi conferido: veja em Atenção.'
        : `${count} avisos de pagamento não foram conferidos: veja em Atenção.`;
    case 'mail_given_up':
      return one ? '1 e-mail não saiu: veja em Atenção.' : `${count} e-mails não saíram: veja em Atenção.`;
    case 'webhook_off':
      return one
        ? '1 webhook foi desligado porque ninguém responde: veja em Atenção.'
        : `${count} webhooks foram desligados porque ninguém responde: veja em Atenção.`;
    case 'stock_low':
      return one
        ? '1 produto tem poucas chaves: veja em Chaves.'
        : `${count} produtos têm poucas chaves: veja em Chaves.`;
    case 'provider_failing':
      return one
        ? `1 provedor de PIX não gera códigos há ${age}: veja em Provedores de PIX.`
        : `${count} provedores de PIX não geram códigos, o primeiro há ${age}: veja em Provedores de PIX.`;
    case 'backup_failed':
      return `O backup não é feito há ${age}: veja em Atenção.`;
  }
}

/** '3 min', '1 h 20 min', '2 dias'. */
export function formatAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes === 0) return 'menos de 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 dia' : `${days} dias`;
}

import { Metrics } from '#shop/metrics/metrics.ts';
import { GatewayError } from '#shop/payments/gateway.ts';
import { nameAnswer } from '#shop/payments/providers/describe-failure.ts';
import { probeGateway } from '#shop/payments/providers/probe-gateway.ts';
import { NO_TRACING } from '#shop/tracing.ts';
import { createLog } from '../../config/log.ts';
import { createGateways } from '../../gateway.ts';
import type { Env } from '../../config/env.ts';
import { broken, ok, warning, type Check, type Finding, type Place } from '../check.ts';

export const checkGateway: Check = {
  name: 'gateway',
  title: 'Provedor de PIX',
  async examine(place) {
    const selling = await sellingGateways(place);
    return worst(await Promise.all(selling.map((each) => examineOne(place, each))));
  },
};

/** As the running shop sells; where none answers, by PIX_GATEWAY. Never empty. */
export async function sellingGateways({ env, running }: Place): Promise<Env['gateway'][]> {
  const told = (await running())?.facts?.providers.map(({ name }) => name) ?? [];
  const all = [env.gateway, ...env.otherGateways];
  const named = (names: readonly string[]) =>
    names.flatMap((name) => all.find((each) => each.name === name) ?? []);
  const selling = named(told);
  return selling.length > 0 ? selling : named(env.gatewayOrder);
}

/** One row for several providers. */
export function worst(findings: readonly Finding[]): Finding {
  const wrong =
    findings.find(({ state }) => state === 'broken') ?? findings.find(({ state }) => state !== 'ok');
  return wrong ?? ok(findings.map(({ meaning }) => meaning).join(' '));
}

async function examineOne({ env, now }: Place, chosen: Env['gateway']): Promise<Finding> {
  const { name } = chosen;
  if (name === 'simulator')
    return env.production
      ? warning(
          'A loja usa o simulador: nenhum dinheiro entra.',
          'Para vender, escolha um provedor em PIX_GATEWAY.',
        )
      : ok('A loja usa o simulador, que não tem chave.');
  const { gateway } = await createGateways(
    { ...env, authSecret: env.authSecret ?? '', gateway: chosen, otherGateways: [] },
    {
      now,
      log: createLog({ level: 'error' }),
      settings: { brandName: env.brandName, pixGateways: { order: [], paused: [] } },
      metrics: new Metrics(),
      tracing: NO_TRACING,
    },
  );
  try {
    await probeGateway(gateway);
    return ok(`${name} aceita a chave da loja.`);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const answered = nameAnswer(error.message);
    if (!error.retryable && error.outcome === 'not_applied')
      return broken(
        `${name} recusou a chave da loja${answered}.`,
        'Copie a chave de novo do painel do provedor, com as permissões de cobrar e consultar, e inicie a loja de novo.',
      );
    if (error.retryable)
      return broken(
        `${name} não respondeu${answered}.`,
        'Veja se o provedor está no ar e se esta máquina chega a ele. Enquanto isso ninguém recebe um código PIX.',
      );
    return warning(
      `${name} respondeu algo que a loja não conhece${answered}.`,
      'Confira o endereço e a versão da API nas variáveis do provedor.',
    );
  }
}

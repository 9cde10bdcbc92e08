import { isLocal } from '../../config/is-here.ts';
import { askShop } from '../ask-shop.ts';
import { broken, ok, warning, type Check } from '../check.ts';

/** An address for documentation: nobody has it, so a shop that takes it for its visitor believes anything. */
const INVENTED = '203.0.113.77';

/** The shop knows its visitors apart: the limits of each count for that one alone. */
export const checkProxies: Check = {
  name: 'proxies',
  title: 'Proxy',
  async examine(place, signal) {
    const { appUrl, trustedProxies } = place.env;
    if (isLocal(appUrl)) return ok('A loja atende só esta máquina.');
    const asked = await Promise.all([
      askShop(place, appUrl, signal),
      askShop(place, appUrl, signal, { 'x-forwarded-for': INVENTED }),
    ]).catch(() => null);
    const [plain, forged] = asked?.map(({ told }) => told?.seen) ?? [];
    if (!plain || !forged)
      return warning('Não dá para saber: a loja não respondeu pelo endereço.', 'Resolva antes o endereço.');
    if (plain.forwardedFor === null) {
      // The shop itself speaks no https://.
      if (trustedProxies.length === 0 && !isLocal(plain.peer) && appUrl.startsWith('http:'))
        return ok('Não há proxy na frente da loja.');
      return broken(
        `O proxy (${plain.peer}) não diz de quem é cada visita: para a loja todos são um visitante só, e os limites dele valem para todos.`,
        'Faça o proxy enviar X-Forwarded-For. Se não há proxy, esvazie TRUSTED_PROXIES.',
      );
    }
    if (!plain.isTrusted)
      return broken(
        `O proxy ${plain.peer} não está em TRUSTED_PROXIES: para a loja todos são um visitante só, e os limites dele valem para todos.`,
        `Ponha ${plain.peer} em TRUSTED_PROXIES e inicie a loja de novo.`,
      );
    if (forged.visitor === INVENTED && lastOf(forged.forwardedFor) === INVENTED)
      return broken(
        'O proxy repassa o X-Forwarded-For que o visitante inventa: qualquer um escolhe o próprio endereço e foge dos limites.',
        'Faça o proxy escrever ou completar esse cabeçalho com o endereço de quem se conecta (Caddy e nginx com $proxy_add_x_forwarded_for fazem isso).',
      );
    return ok(`O proxy ${plain.peer} diz de quem é cada visita; esta veio de ${plain.visitor}.`);
  },
};

const lastOf = (forwardedFor: string | null) => forwardedFor?.split(',').at(-1)?.trim();

import { askAddress } from '../ask-address.ts';
import { isLocal } from '../../config/is-here.ts';
import { askShop } from '../ask-shop.ts';
import { broken, ok, warning, type Check } from '../check.ts';

/** Sessions never travel in the open. The shop marks its cookies `Secure` exactly when it also sends HSTS. */
export const checkCookies: Check = {
  name: 'cookies',
  title: 'Cookies',
  async examine(place, signal) {
    const { appUrl } = place.env;
    if (isLocal(appUrl)) return ok('A loja atende só esta máquina: nada passa pela rede.');
    if (appUrl.startsWith('http:'))
      return broken(
        'APP_URL começa com http://: senhas e sessões passam pela rede às claras, e quem estiver no caminho entra como o cliente.',
        'Ponha um proxy com certificado na frente (Caddy o obtém sozinho) e use https:// em APP_URL.',
      );
    const asked = await askShop(place, appUrl, signal).catch(() => null);
    if (asked === null)
      return warning(`Não dá para saber: ${appUrl} não responde.`, 'Resolva antes o endereço.');
    if (asked.answer.headers['strict-transport-security'] === undefined)
      return broken(
        'APP_URL é https://, mas a loja que está no ar não o sabe: os cookies dela saem sem Secure.',
        'Inicie a loja de novo com este APP_URL.',
      );
    const open = await askAddress(`${appUrl.replace('https:', 'http:')}/healthz`, { signal }).catch(
      () => null,
    );
    if (open !== null && open.status < 300)
      return warning(
        'A loja também responde em http://, às claras.',
        'Faça o proxy levar http:// para https:// e deixe PORT fechada para fora.',
      );
    return ok('Os cookies só andam por https://.');
  },
};

import { hasLocalAddress } from '../../config/warn-of-local-address.ts';
import { askAddress, explainUnreachable } from '../ask-address.ts';
import { askShop, localOrigin } from '../ask-shop.ts';
import { broken, ok, warning, type Check } from '../check.ts';

const DAY_MS = 86_400_000;
/** Who renews certificates does so a month before; two weeks before the end something is stuck. */
const RENEWED_BEFORE_DAYS = 14;

/** Visitors reach this shop, and no other one, at APP_URL. */
export const checkAddress: Check = {
  name: 'address',
  title: 'Endereço',
  async examine(place, signal) {
    const { appUrl } = place.env;
    if (hasLocalAddress(place.env))
      return broken(
        `O endereço da loja é ${appUrl}, que só esta máquina alcança: os links dos e-mails não abrem, e os avisos do provedor não chegam.`,
        'Ponha em APP_URL o endereço público (https://loja.exemplo.com.br) e inicie a loja de novo.',
      );
    const isServed = await askAddress(`${localOrigin(place.env)}/healthz`, { signal }).then(
      () => true,
      () => false,
    );
    let asked;
    try {
      asked = await askShop(place, appUrl, signal);
    } catch (error) {
      const why = explainUnreachable(error);
      if (!isServed)
        return broken(
          `A loja não está no ar: ${appUrl} ${connect(why)}, e a porta ${place.env.port} desta máquina também não atende.`,
          'Inicie a loja (npm start) e leia as primeiras linhas que ela escreve.',
        );
      return broken(
        `A loja está no ar nesta máquina, mas ${appUrl} ${connect(why)}.`,
        'Confira o DNS, o proxy e o firewall. Alguns roteadores não levam uma máquina ao próprio endereço público: abra a loja também de fora, com o celular fora do Wi-Fi.',
      );
    }
    const { answer, told } = asked;
    if (told === null && answer.status === 200 && place.env.authSecret === null)
      return warning(
        `${appUrl} responde, mas sem o segredo da loja não dá para saber se é esta.`,
        'Rode o comando com as mesmas variáveis de ambiente e o mesmo DATA_DIR da loja.',
      );
    if (told === null)
      return broken(
        `O que responde em ${appUrl} não é esta loja, ou usa outro AUTH_SECRET (HTTP ${answer.status}).`,
        'Confira para onde o proxy leva esse endereço, e rode o comando com as mesmas variáveis da loja.',
      );
    const days = answer.certificateEndsAt && (answer.certificateEndsAt.getTime() - Date.now()) / DAY_MS;
    if (days !== null && days < RENEWED_BEFORE_DAYS)
      return warning(
        `O certificado de ${appUrl} vale só mais ${Math.floor(days)} dia(s).`,
        'Veja por que o proxy não o renovou: depois do fim, nenhum navegador abre a loja.',
      );
    return ok(`${appUrl} responde, e é esta loja.`);
  },
};

const connect = (why: string) => (why.startsWith('não ') ? why : `não responde (${why})`);

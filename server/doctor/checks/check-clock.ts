import { askAddress } from '../ask-address.ts';
import { broken, ok, warning, type Check } from '../check.ts';

/** Codes of the second factor live for 30 seconds, one earlier and one later are taken as well. */
const WRONG_SECONDS = 60;
const DOUBTFUL_SECONDS = 10;

/**
 * The clock against those whom the shop calls anyway: an HTTP answer carries its time. The nearest of them counts,
 * because one of them may be wrong as well.
 */
export const checkClock: Check = {
  name: 'clock',
  title: 'Relógio',
  async examine({ env, now }, signal) {
    const provider = 'baseUrl' in env.gateway ? [env.gateway.baseUrl] : [];
    const peers = [...provider, ...(env.s3 ? [env.s3.endpoint] : []), env.catalogUrl];
    // A peer that is silent must not use up the time of those that answered.
    const short = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
    const differences = await Promise.all(
      peers
        .map(async (peer) => {
          const { date } = (await askAddress(peer, { method: 'HEAD', signal: short })).headers;
          const told = Date.parse(date ?? '');
          return Number.isNaN(told) ? null : (now().getTime() - told) / 1000;
        })
        .map((asked) => asked.catch(() => null)),
    );
    const known = differences.filter((each) => each !== null);
    if (known.length === 0)
      return warning(
        'Não dá para saber: nenhum dos serviços que a loja usa respondeu com a hora.',
        'Confira o relógio com: timedatectl show -p NTPSynchronized. A resposta certa é NTPSynchronized=yes.',
      );
    const seconds = known.reduce((a, b) => (Math.abs(a) <= Math.abs(b) ? a : b));
    if (Math.abs(seconds) <= DOUBTFUL_SECONDS) return ok('O relógio está certo.');
    const says = `O relógio desta máquina está ${Math.round(Math.abs(seconds))} segundos ${seconds > 0 ? 'adiantado' : 'atrasado'}`;
    const cure = 'Ligue o acerto automático: timedatectl set-ntp true.';
    return Math.abs(seconds) <= WRONG_SECONDS
      ? warning(`${says}.`, cure)
      : broken(`${says}: códigos do segundo fator, prazos de PIX e o S3 falham.`, cure);
  },
};

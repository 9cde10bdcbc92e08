import { ok, warning, type Check } from '../check.ts';

/** Whether the mail boxes of buyers can tell the shop's mails from forged ones: SPF, DKIM and DMARC of the sender. */
export const checkSender: Check = {
  name: 'sender',
  title: 'Remetente',
  async examine({ env, resolver }) {
    const domain = /@([^\s@<>]+)>?$/.exec(env.mailFrom)?.[1]?.toLowerCase() ?? '';
    if (env.smtpUrl === null || !domain.includes('.'))
      return ok('Não há o que ver: a loja ainda não manda e-mails em nome de um domínio.');
    const ask = async (name: string): Promise<string[] | 'no_name' | 'silent'> => {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENODATA') return [];
        return code === 'ENOTFOUND' ? 'no_name' : 'silent';
      }
    };
    const [own, keys, policy, policyAbove] = await Promise.all([
      ask(domain),
      // The name of a key is the mail provider's secret. A domain with keys has this branch, though it is empty.
      ask(`_domainkey.${domain}`),
      ask(`_dmarc.${domain}`),
      ask(`_dmarc.${domain.split('.').slice(1).join('.')}`),
    ]);
    if ([own, keys, policy].includes('silent'))
      return warning(
        `O DNS não respondeu sobre ${domain}: SPF, DKIM e DMARC não foram vistos.`,
        'Verifique de novo; confira o DNS desta máquina.',
      );
    const has = (records: string[] | string, start: RegExp) =>
      Array.isArray(records) && records.some((record) => start.test(record));
    const missing = [
      ...(has(own, /^v=spf1(?: |$)/i) ? [] : ['SPF']),
      ...(keys === 'no_name' ? ['DKIM'] : []),
      ...(has(policy, /^v=DMARC1/i) || has(policyAbove, /^v=DMARC1/i) ? [] : ['DMARC']),
    ];
    if (missing.length === 0) return ok(`${domain} tem SPF, DMARC e um lugar para chaves DKIM.`);
    return warning(
      `Falta em ${domain}: ${missing.join(', ')}. Muitas caixas jogam e-mails assim no spam.`,
      'Copie os registros que o seu provedor de e-mail mostra para o DNS do domínio.',
    );
  },
};

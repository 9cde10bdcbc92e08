import { broken, ok, warning, type Check } from '../check.ts';

const SILENCE = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };

/** Connects and signs in, and sends nothing. */
export const checkMailServer: Check = {
  name: 'mail',
  title: 'Servidor de e-mail',
  async examine({ env }) {
    if (env.smtpUrl === null) {
      const meaning = 'Sem SMTP_URL nenhum e-mail sai: cada um vira um arquivo em DATA_DIR/mail.';
      return env.production
        ? broken(meaning, 'Defina SMTP_URL: sem e-mail ninguém confirma a conta nem recebe o link.')
        : ok(meaning);
    }
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: env.smtpUrl, ...SILENCE });
    try {
      await transport.verify();
    } catch (error) {
      const { code = '', responseCode } = error as { code?: string; responseCode?: number };
      if (code === 'EAUTH' || code === 'ENOAUTH')
        return broken(
          'O servidor de e-mail recusou o usuário ou a senha.',
          'Confira usuário e senha em SMTP_URL; letras como @ e / vão escritas como %40 e %2F.',
        );
      return broken(
        `O servidor de e-mail não atende (${responseCode ?? (code || 'sem resposta')}).`,
        'Confira máquina, porta e smtp:// ou smtps:// em SMTP_URL. Muitas hospedagens fecham a porta 25: use 465 ou 587.',
      );
    } finally {
      transport.close();
    }
    return isPlaceholder(env.mailFrom)
      ? warning(
          'O servidor de e-mail aceita a loja, mas MAIL_FROM não é um endereço de verdade.',
          'Defina MAIL_FROM com um endereço do seu domínio.',
        )
      : ok('O servidor de e-mail aceita a loja. O painel manda um de teste: Saúde da loja.');
  },
};

const isPlaceholder = (sender: string) => /@localhost>?$/.test(sender);

import { manageWebhook, webhookAddress } from '#gateways/bacen/manage-webhook.ts';
import { bankSettings } from '#gateways/bacen/bank-settings.ts';
import { parseEnv } from './config/env.ts';
import { CommandRefused } from './commands/command-refused.ts';
import { runCommand } from './commands/run-command.ts';

const USAGE = `Uso: npm run gateway -- register-webhook [--path-token]
     npm run gateway -- show-webhook
     npm run gateway -- remove-webhook`;

/** `npm run gateway -- …`: tells the bank where to send its webhooks. It needs no database. */
async function main([command, ...options]: string[]): Promise<string> {
  const place = options[0] === '--path-token' ? 'path' : 'query';
  if (options.length > (place === 'path' ? 1 : 0)) throw new CommandRefused(USAGE);
  const env = parseEnv(process.env);
  const bank = [env.gateway, ...env.otherGateways].find(({ name }) => name === 'bacen');
  if (bank?.name !== 'bacen') {
    throw new CommandRefused(
      'Faltam as variáveis BACEN_PIX_*: só a API Pix tem o webhook cadastrado por aqui.',
    );
  }
  const webhook = manageWebhook(bankSettings(bank), bank.chave);
  // The secret must not appear on a screen, where somebody may photograph it.
  const withoutToken = (address: string) => address.replaceAll(encodeURIComponent(bank.webhookToken), '…');
  switch (command) {
    case 'register-webhook': {
      if (!env.appUrl.startsWith('https:')) {
        throw new CommandRefused(
          'APP_URL precisa ser o endereço https:// público da loja: o banco vai chamá-lo.',
        );
      }
      const address = webhookAddress(env.appUrl, bank.webhookToken, place);
      const answer = await webhook.register(address);
      if (!answer.ok) throw new CommandRefused(`O banco recusou o webhook: ${answer.detail}`);
      return `Webhook cadastrado: ${withoutToken(address)}`;
    }
    case 'show-webhook': {
      const shown = await webhook.show();
      if (!shown) return 'Nenhum webhook cadastrado para esta chave Pix.';
      const address = withoutToken(shown.webhookUrl);
      const ours = address !== shown.webhookUrl && shown.webhookUrl.startsWith(`${env.appUrl}/`);
      return `${address}\n${ours ? 'É o endereço desta loja.' : 'Não é o endereço desta loja: cadastre de novo.'}`;
    }
    case 'remove-webhook': {
      const answer = await webhook.remove();
      if (!answer.ok) throw new CommandRefused(`O banco não removeu o webhook: ${answer.detail}`);
      return 'Webhook removido. A loja continua perguntando ao banco sobre cada cobrança aberta.';
    }
    default:
      throw new CommandRefused(USAGE);
  }
}

await runCommand(main);

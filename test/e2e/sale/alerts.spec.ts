import { startDiscordServer } from '../../providers/discord-server.ts';
import { startTelegramServer } from '../../providers/telegram-server.ts';
import { inspectScreen } from '../inspect-screen.ts';
import { expect, startStockedShop, test } from '../shop.ts';
import { buyBySimulation, signIn, signUp } from '../steps.ts';

test(
  'the owner sets the channels, tests them, and is told once of an order that waits',
  { tag: '@release' },
  async ({ visitor, database }) => {
    test.slow();
    const [discord, telegram] = await Promise.all([startDiscordServer(), startTelegramServer()]);
    const shop = await startStockedShop(database, {
      OUTGOING_ALLOW: `${discord.host},${telegram.host}`,
      DISCORD_HOSTS: discord.host,
      TELEGRAM_URL: telegram.url,
    });
    try {
      const owner = await visitor({ width: 1280 });
      await signIn(owner, shop, shop.staff);
      await owner.goto(`${shop.url}/admin/configuracoes?capitulo=avisos`);
      const press = (name: string) => owner.getByRole('button', { name: `Testar ${name}` }).click();
      await press('Discord');
      await expect(owner.getByText('Este canal ainda não está configurado.')).toBeVisible();

      const alerts = owner.getByRole('form', { name: 'Avisos' });
      const save = async () => {
        const answered = owner.waitForResponse((answer) => answer.request().method() !== 'GET');
        await alerts.getByRole('button', { name: 'Salvar' }).click();
        await answered;
      };
      await alerts.getByLabel('Webhook do Discord').fill(discord.webhookUrl);
      await alerts.getByLabel('Token do bot do Telegram').fill(telegram.botToken);
      await alerts.getByLabel('Conversa do Telegram').fill('-5');
      await save();
      await expect(alerts.getByRole('status')).toHaveText('Configurações salvas.');
      await press('Discord');
      await expect(owner.getByText('Mensagem enviada. Veja se ela chegou.')).toBeVisible();
      await press('Telegram');
      await expect(owner.getByText('O Telegram não encontrou essa conversa.')).toBeVisible();
      expect(await inspectScreen(owner, 'Configurações')).toEqual([]);
      await alerts.getByLabel('Conversa do Telegram').fill(telegram.chats.open);
      await save();
      await expect(alerts.getByLabel('Webhook do Discord')).toHaveValue(/^••••/);
      await press('Telegram');
      await expect.poll(() => telegram.messages.length).toBe(1);

      const buyer = await visitor();
      const { email } = await signUp(buyer, shop);
      await buyBySimulation(buyer, shop, email, 'serenata');
      for (const texts of [() => discord.messages, () => telegram.messages.map(({ text }) => text)]) {
        await expect.poll(() => texts().length, { timeout: 60_000 }).toBe(2);
        expect(texts()[1]).toMatch(/^1 pedido espera há .*min\.\nhttp:.*\/admin\/mesa$/);
      }
    } finally {
      expect(await shop.stop()).toBe(0);
      await Promise.all([discord.close(), telegram.close()]);
    }
  },
);

import { mailBrand } from '#test/mail-brand.ts';
import { resolve } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { runnerImport } from 'vite';
import type { Scene } from './scenes.ts';

const TEXT =
  'Os efeitos são lindos e funcionou de primeira em todos os modos.\n\nSó demorei a achar a pasta certa, mas o tutorial ajudou.';

/** Reviews in every state, by one buyer with a long name. */
export async function seedReviews(
  customer: APIRequestContext,
  runStatement: (statement: string) => Promise<void>,
): Promise<void> {
  for (const [skin, stars, text] of [
    ['Lux/7', 4, TEXT],
    ['Jinx/1', 5, ''],
    ['Ahri/4', 1, `${'semespaço'.repeat(40)} não gostei`],
  ] as const) {
    const answer = await customer.put(`/api/reviews/${skin}`, { data: { stars, text } });
    if (!answer.ok()) throw new Error(`No review: ${await answer.text()}`);
  }
  // Fourteen more owners of one skin.
  await runStatement(`
    with people as (
      insert into users (id, name, email)
      select gen_random_uuid(), (array['Ana Clara', 'João Pedro', 'Érica', 'Wesley', 'Guilherme'])[1 + n % 5],
        'avaliador' || n || '@exemplo.com'
      from generate_series(1, 14) n returning id, email
    ), sold as (
      insert into orders (id, user_id, status, customer_name, customer_email, customer_cellphone, customer_tax_id_sealed,
        total_cents, description, fingerprint, created_at, paid_at, completed_at, download_link_sent_at)
      select gen_random_uuid(), id, 'completed', name, email, '', '', 1500, 'Skin', id, now(), now(), now(), now()
      from (select id, email, 'Avaliador' as name from people) owner returning id, user_id
    ), bought as (
      insert into order_items (id, order_id, position, sku, skin_name, champion_name, splash_art_url,
        price_cents, placed_at)
      select gen_random_uuid(), id, 0, 'lol:Lux:7', 'K/DÁRIO: Clarimunda', 'Clarimunda', '/img/Lux_7', 1500, now() from sold
      returning *
    )
    insert into grants (item_id, order_id, owner_id, is_shown, state, waits_for, sku, skin_name,
      champion_name, splash_art_url, added_at)
    select bought.id, order_id, user_id, true, 'waiting', 'staff', sku, skin_name, champion_name,
      splash_art_url, now()
    from bought join sold on sold.id = order_id`);
  await runStatement(`
    insert into reviews (user_id, sku, stars, text, created_at, updated_at)
    select id, 'lol:Lux:7', 3 + length(email) % 3,
      case when email like '%2@%' then '' else 'Ficou muito boa no jogo, recomendo para quem gosta da campeã.' end,
      now() - interval '3 days', now() - interval '3 days'
    from users where email like 'avaliador%'`);
  await runStatement(`
    update reviews set hidden_at = now(),
      hidden_reason = 'O texto não fala da skin. Conte como ela ficou no jogo e avise pelo suporte.'
    where starts_with(sku, 'lol:Ahri:')`);
}

/** Mails are written in JSX, which Node does not read by itself. */
async function drawRequest(): Promise<string> {
  const { module } = await runnerImport<typeof import('#emails/review-request.tsx')>(
    resolve('emails/review-request.tsx'),
  );
  return module.reviewRequestMail({
    brand: mailBrand,
    customerName: 'Bruna Teste',
    skins: [
      {
        sku: 'lol:Ahri:4',
        skinName: 'Guardiã Astral do Crepúsculo Infinito Edição Comemorativa de Colecionador',
        championName: 'Iacema',
      },
      { sku: 'lol:Leona:1', skinName: 'Alvorada do Fim do Mundo', championName: 'Alvorada' },
    ],
  }).html;
}

const request = (name: string, colorScheme: 'light' | 'dark'): Scene => ({
  name,
  as: 'visitor',
  path: 'about:blank',
  prepare: (page) => page.emulateMedia({ colorScheme }),
  act: async (page) => page.setContent(await drawRequest()),
});

export const REVIEW_SCENES: Scene[] = [
  request('email-avaliacoes', 'light'),
  request('email-avaliacoes-escuro', 'dark'),
  { name: 'avaliacoes-da-skin', as: 'visitor', path: '/loja/skin/Lux/7' },
  { name: 'avaliacoes-minha', as: 'customer', path: '/loja/skin/Lux/7?avaliacao=salva' },
  { name: 'avaliacoes-vazia', as: 'customer', path: '/loja/skin/Ashe/1' },
  { name: 'avaliacoes-oculta', as: 'customer', path: '/loja/skin/Ahri/4' },
  { name: 'avaliacoes-equipe', as: 'staff', path: '/admin/avaliacoes' },
  { name: 'avaliacoes-equipe-vazia', as: 'staff', path: '/admin/avaliacoes', empty: 'reviews' },
  {
    name: 'avaliacoes-equipe-ocultar',
    as: 'staff',
    path: '/admin/avaliacoes',
    viewportOnly: true,
    async act(page) {
      await page.getByText('Ocultar da loja').first().click();
    },
  },
  { name: 'avaliacoes-equipe-ocultas', as: 'staff', path: '/admin/avaliacoes?mostrar=ocultas' },
];

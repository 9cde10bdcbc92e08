import { OfferProvider, USUAL_OFFER } from '#app/ui/frame/offer.tsx';
import { expect, test } from 'vitest';
import { CUSTOMER, readScreen, renderScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { StoreSkeleton } from './store-skeleton.tsx';
import SkinDetail from './skin.tsx';
import Store from './store.tsx';

const SKIN = {
  sku: 'lol:Aurea:3',
  championId: 'Aurea',
  championName: 'Áurea',
  num: 3,
  name: 'Áurea do Eclipse',
  splashPath: '/img/Aurea_3',
  color: '#223344',
  available: true,
  priceCents: 1500,
};
const FILTERS = { query: '', championId: '', sort: 'featured', page: 1 };
const store = (answer: object) =>
  screenOf(Store, {
    loaderData: {
      filters: FILTERS,
      isDemo: false,
      skins: [SKIN],
      total: 191,
      champions: { lines: 'Aurea Áurea\nLux Clarimunda das Luzes' },
      ...answer,
    },
  });
const detail = (answer: object) =>
  screenOf(SkinDetail, {
    loaderData: {
      skin: SKIN,
      isDemo: false,
      isOwned: false,
      isUpdating: false,
      aheadUntil: null,
      hasFile: true,
      reviews: null,
      related: [],
      ...answer,
    },
  });

test('a mail about a skin without a file is promised to whoever is signed in alone', () => {
  const screen = detail({ skin: { ...SKIN, available: false }, hasFile: false });
  expect(readScreen(screen, { session: CUSTOMER })).toContain(
    'Avise-me quando chegar (lista de desejos) Um aviso, uma vez só, no e-mail confirmado da sua conta.',
  );
  expect(readScreen(screen)).toMatch(/Entre na sua conta para receber o aviso\.(?!.*e-mail confirmado)/);
  expect(renderScreen(screen)).toContain('href="/auth?voltar=%2Floja%2Fskin%2FAurea%2F3"');
});

test('a mail is promised too about what is sold out, and not about what is off sale', () => {
  const read = (skin: object) =>
    readScreen(detail({ skin: { ...SKIN, available: false, ...skin }, hasFile: true }), {
      session: CUSTOMER,
    });
  expect(read({ soldOut: true })).toMatch(/Sem estoque\..*Avise-me quando chegar/);
  expect(read({})).not.toContain('Avise-me');
});

// shows: spec 1.1, spec 2.9, spec 2.11, spec 2.12
test('the store has its title, search, counter and cards that lead to the skin', () => {
  const html = renderScreen(store({}), { path: '/loja' });
  expect(html).toContain('Loja de skins</h1>');
  expect(html).toContain('placeholder="Pesquisar por skin ou campeão..."');
  expect(html).toMatch(/<a [^>]*href="\/loja\/skin\/Aurea\/3"[^>]*>.*<img [^>]*\/img\/Aurea_3/);
  const text = readScreen(store({}), { path: '/loja' });
  expect(text).toContain('Mostrando 1 de 191 skins oficiais');
  expect(text).toContain('Áurea do Eclipse Áurea R$ 15,00 Obter Skin');
});

test('the store offers every champion by name, and shows the chosen one', () => {
  const optionsOf = (answer: object) =>
    [...renderScreen(store(answer), { path: '/loja' }).matchAll(/<option[^>]*>.*?<\/option>/g)]
      .flat()
      .slice(0, 3);
  expect(optionsOf({ filters: { ...FILTERS, championId: 'Lux' } })).toEqual([
    '<option value="">Todos os campeões</option>',
    '<option value="Aurea">Áurea</option>',
    '<option value="Lux" selected="">Clarimunda das Luzes</option>',
  ]);
  expect(optionsOf({ champions: { lines: '' } })[1]).toContain('Destaques');
});

test('a whole catalogue is counted as people write it', () => {
  const text = readScreen(store({ total: 1930 }), { path: '/loja' });
  expect(text).toContain('Mostrando 1 de 1.930 skins oficiais');
});

test('a list that grows in place offers what comes next; a page that stands alone also what came before', () => {
  const linksOf = (page: number) => {
    const html = renderScreen(store({ total: 1930, filters: { ...FILTERS, query: 'a', page } }), {
      path: '/loja',
    });
    return [...html.matchAll(/<a [^>]*rel="(prev|next)"[^>]*>/g)].map(([link, rel]) => [
      rel,
      /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'),
    ]);
  };
  expect(linksOf(1)).toEqual([['next', '/loja?q=a&pagina=2']]);
  expect(linksOf(10)).toEqual([['next', '/loja?q=a&pagina=11']]);
  expect(linksOf(11)).toEqual([
    // The end of the list of ten pages.
    ['prev', '/loja?q=a&pagina=10#carregar-mais'],
    ['next', '/loja?q=a&pagina=12'],
  ]);
  expect(linksOf(81)).toEqual([['prev', '/loja?q=a&pagina=80']]);
});

test('a page that stands alone says which skins it shows', () => {
  const filters = { ...FILTERS, page: 12 };
  const text = readScreen(store({ total: 1930, filters }), { path: '/loja?pagina=12' });
  expect(text).toContain('Mostrando 265 a 265 de 1.930 skins oficiais');
});

// shows: spec 2.13
test('a search that finds nothing says for what', () => {
  const filters = { ...FILTERS, query: 'nada disso' };
  const text = readScreen(store({ skins: [], total: 0, filters }), { path: '/loja?q=nada+disso' });
  expect(text).toContain('Nenhuma skin encontrada para "nada disso"');
});

// shows: spec 2.10
test('while the store loads it says so, to sight and to screen readers', () => {
  expect(renderScreen(<StoreSkeleton />)).toMatch(
    /<p role="status"[^>]*>Carregando skins oficiais\.\.\.<\/p>/,
  );
});

// shows: spec 4.3
test('a store that cannot be read says what was kept and offers another try', () => {
  const html = renderScreen(screenOf(Store, { loaderData: { failure: {} } }), { path: '/loja?q=lux' });
  expect(html).toContain('Não foi possível carregar as skins agora.');
  expect(html).toContain('Seu carrinho continua guardado.');
  expect(html).toMatch(/<a href="\/loja\?q=lux"[^>]*>Tentar novamente<\/a>/);
  expect(html).toMatch(/<div role="alert">/);
});

test('while skins cost different prices, nobody reads of one price', () => {
  const offer = { ...USUAL_OFFER, hasOnePrice: false };
  const text = readScreen(<OfferProvider value={offer}>{detail({})}</OfferProvider>);
  expect(text).toContain('Skins oficiais Suporte 24/7');
  expect(text).not.toContain('Preço único');
});

// shows: spec 2.14, spec 2.15, spec 2.16
test('the skin detail shows art, champion, name, price, both buttons and six benefits', () => {
  const text = readScreen(detail({}));
  expect(text).toContain('Áurea Áurea do Eclipse R$ 15,00 Comprar agora Adicionar ao carrinho');
  expect(text).toContain(
    'Skins oficiais Preço único Suporte 24/7 Garantia total Compra segura Entrega imediata',
  );
  expect(renderScreen(detail({}))).toMatch(/<img [^>]*alt="Áurea do Eclipse, arte de Áurea"/);
});

test('a skin that is owned, or off sale, offers no purchase', () => {
  const owned = readScreen(detail({ isOwned: true }));
  expect(owned).toContain('Na sua coleção');
  expect(owned).not.toContain('Comprar agora');
  const offSale = readScreen(detail({ skin: { ...SKIN, available: false } }));
  expect(offSale).toContain('Indisponível.');
  expect(offSale).not.toContain('Comprar agora');
});

test('stars stand under the name in words too, reviews below in two lines, and the form only before an owner', () => {
  const createdAt = new Date('2026-11-20T12:00:00Z');
  const reviews = {
    average: 4.26,
    count: 2,
    entries: [
      { stars: 4, text: 'Linda <b>mesmo</b>', name: 'Ana', createdAt, day: '20/11/2026' },
      { stars: 1, text: '', name: 'Caio', createdAt, day: '20/11/2026' },
    ],
    nextPage: 2,
    own: null,
  };
  const text = readScreen(detail({ reviews }));
  expect(text).toContain('Áurea do Eclipse Nota 4,3 de 5, 2 avaliações R$ 15,00');
  expect(text).toContain('Nota 4,3 de 5, em 2 avaliações de quem tem esta skin.');
  expect(text).toContain('4 estrelas, de Ana 20/11/2026 Linda <b>mesmo</b>');
  expect(text).toContain('1 estrela, de Caio 20/11/2026 Carregar mais');
  expect(text).not.toContain('Sua nota');

  const long = (text: string) => {
    const entries = [{ ...reviews.entries[0]!, text }];
    return renderScreen(detail({ reviews: { ...reviews, entries } }));
  };
  expect(long('a '.repeat(70))).not.toContain('<details');
  // Its text stands in the page once, and opens without scripts.
  const opened = long(`${'a '.repeat(80)}fim`).match(/<details[^]*?<\/details>/)?.[0];
  expect(opened).toMatch(/line-clamp-2 group-open:line-clamp-none[^]*fim<\/span>[^]*ler tudo/);
  expect(long('um\ndois\ntrês')).toContain('ler tudo');

  const review = { ...reviews.entries[0]!, hiddenReason: 'Contém ofensas' };
  const own = (answer: object) => detail({ isOwned: true, reviews: { ...reviews, own: answer } });
  expect(readScreen(own({ review, name: 'Ana', done: null }))).toContain(
    'Só você vê esta avaliação A equipe a ocultou. Motivo: Contém ofensas',
  );
  const html = renderScreen(own({ review, name: 'Ana', done: 'salva' }));
  expect(html).toMatch(/<form (?=[^>]*method="post")[^>]*action="\/loja\/skin\/Aurea\/3#avaliacoes"/);
  expect(html).toMatch(/name="stars"[^>]*checked=""[^>]*value="4"|value="4"[^>]*checked=""/);
  expect(html).toContain('role="status"');
  // Lines may be faint, what somebody is to press may not: a star without a colour of its own has 3:1.
  expect(html).toMatch(/<label class="[^"]*\btext-muted\/60 has-checked:text-accent/);
  const none = { ...reviews, average: null, count: 0, entries: [], nextPage: null };
  expect(readScreen(detail({ reviews: none }))).not.toContain('Avaliações');
  expect(
    readScreen(detail({ reviews: { ...none, own: { review: null, name: 'Ana', done: null } } })),
  ).toContain('Ninguém avaliou esta skin ainda. Você tem esta skin: o que achou?');
});

// shows: spec 2.17
test('a skin that is not there says so and leads back to the store', () => {
  const screen = screenOf(SkinDetail, { loaderData: { skin: null } });
  expect(renderScreen(screen)).toMatch(/Skin não encontrada<\/h1>.*<a [^>]*href="\/loja"/);
  expect(readScreen(screen)).not.toContain('Tentar novamente');
});

// shows: spec 2.18
test('a skin that cannot be read shows the same state, and may be tried again', () => {
  const screen = screenOf(SkinDetail, { loaderData: { failure: {} } });
  const text = readScreen(screen, { path: '/loja/skin/Aurea/3' });
  expect(text).toContain('Skin não encontrada');
  expect(text).toContain('Seu carrinho continua guardado. Tentar novamente');
});

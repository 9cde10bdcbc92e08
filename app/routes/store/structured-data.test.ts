import { expect, it } from 'vitest';
import { structuredData } from './structured-data.ts';

const SKIN = {
  sku: 'lol:Ahri:4',
  championId: 'Ahri',
  championName: 'Ahri',
  num: 4,
  name: 'Ahri Popstar',
  splashPath: '/img/Ahri_4',
  color: null,
  available: true,
  priceCents: 1500,
};

function blocks(
  skin = SKIN,
  reviews: Parameters<typeof structuredData>[0]['reviews'] = null,
): Map<string, any> {
  const shop = { name: 'Fulgor', url: 'https://loja.exemplo' };
  const found = structuredData({ skin, description: 'Uma skin.', shop, reviews });
  return new Map(found.map((entry: any) => [entry['script:ld+json']['@type'], entry['script:ld+json']]));
}

it('offers the skin at its price, in stock, at its own address', () => {
  expect(blocks().get('Product')).toMatchObject({
    name: 'Ahri Popstar',
    image: ['https://loja.exemplo/img/Ahri_4?w=1215&f=jpeg'],
    offers: {
      price: '15.00',
      priceCurrency: 'BRL',
      availability: 'https://schema.org/InStock',
      url: 'https://loja.exemplo/loja/skin/Ahri/4',
    },
  });
});

it('says when staff took the skin off sale', () => {
  const { offers } = blocks({ ...SKIN, available: false }).get('Product');
  expect(offers.availability).toBe('https://schema.org/OutOfStock');
});

it('leads from the landing page over the store to the skin', () => {
  const items = blocks().get('BreadcrumbList').itemListElement;
  expect(items.map((item: any) => [item.position, item.item])).toEqual([
    [1, 'https://loja.exemplo/'],
    [2, 'https://loja.exemplo/loja'],
    [3, 'https://loja.exemplo/loja/skin/Ahri/4'],
  ]);
});

it('gives stars and reviews as the page shows them, and none while nobody has written one', () => {
  const none = blocks(SKIN, { average: null, count: 0, entries: [] }).get('Product');
  for (const product of [none, blocks().get('Product')]) {
    expect(product).not.toHaveProperty('aggregateRating');
    expect(product).not.toHaveProperty('review');
  }
  // Still the evening before in São Paulo, where the page says the day.
  const createdAt = new Date('2026-11-21T01:30:00Z');
  const entries = [
    { stars: 4, text: 'Linda. </script>', name: 'Ana', createdAt },
    { stars: 5, text: '', name: 'Cliente', createdAt },
  ];
  expect(blocks(SKIN, { average: 4.26, count: 12, entries }).get('Product')).toMatchObject({
    aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.3', reviewCount: 12, bestRating: 5 },
    review: [
      {
        author: { '@type': 'Person', name: 'Ana' },
        datePublished: '2026-11-20',
        reviewRating: { ratingValue: 4 },
        reviewBody: 'Linda. </script>',
      },
      { author: { name: 'Cliente' }, reviewRating: { ratingValue: 5 } },
    ],
  });
});

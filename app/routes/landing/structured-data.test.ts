import { expect, it } from 'vitest';
import { faqEntries } from './faq-entries.ts';
import { structuredData } from './structured-data.ts';

const SHOP = { name: 'Fulgor', url: 'https://loja.exemplo', socialUrl: null };

/** The data blocks by their schema.org type. */
function blocks(shop: Parameters<typeof structuredData>[0]) {
  const found = structuredData(shop, faqEntries(15)).map(
    (entry) => (entry as Record<string, any>)['script:ld+json'],
  );
  return new Map(found.map((block) => [block['@type'], block]));
}

it('names the shop and where to reach it', () => {
  const organization = blocks(SHOP).get('Organization');
  expect(organization).toMatchObject({ name: 'Fulgor', url: 'https://loja.exemplo/' });
  expect(organization.contactPoint.url).toBe('https://loja.exemplo/contato');
  expect(organization).not.toHaveProperty('sameAs');
});

it('names the social page once the operator has one', () => {
  const organization = blocks({ ...SHOP, socialUrl: 'https://social.exemplo/loja' }).get('Organization');
  expect(organization.sameAs).toEqual(['https://social.exemplo/loja']);
});

// shows: spec 1.1, spec 1.9
it('gives the six questions with their answers, and claims no rating', () => {
  const questions = blocks(SHOP).get('FAQPage').mainEntity;
  expect(questions).toHaveLength(6);
  for (const { name, acceptedAnswer } of questions) {
    expect(name).toMatch(/\?$/);
    expect(acceptedAnswer.text).toMatch(/\.$/);
  }
  expect(JSON.stringify(structuredData(SHOP, faqEntries(15)))).not.toMatch(/rating|review/i);
});

import { expect, test } from 'vitest';
import { describeRestored } from './describe-restored.ts';

const RESTORED = {
  backup: 'fulgor-20261122-190000',
  at: '2026-11-22T19:00:00.000Z',
  database: 'embedded' as const,
  into: '/srv/loja',
  counts: { users: 3, orders: 12, charges: 12, refunds: 0, collection: 9, paidCents: 18_000 },
  files: 4,
  bucket: null,
};
const linesOf = (heldKeys: number) => describeRestored({ ...RESTORED, heldKeys }, false).split('\n');

test('who restores reads what was restored, and how many keys wait', () => {
  const always = [
    'Restaurado fulgor-20261122-190000 (loja como estava em 2026-11-22T19:00:00.000Z) em /srv/loja: 12 pedidos e 4 arquivos, conferidos.',
  ];
  expect(linesOf(0)).toEqual(always);
  expect(linesOf(1)).toEqual([
    ...always,
    '1 chave do estoque espera: pode já ter sido vendida depois do backup. Até alguém conferir e liberar em Chaves, no painel, a loja não a entrega.',
  ]);
  expect(linesOf(1200).at(-1)).toContain(
    '1.200 chaves do estoque esperam: podem já ter sido vendidas depois do backup. Até ',
  );
});

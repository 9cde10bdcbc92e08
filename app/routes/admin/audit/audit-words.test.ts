import { expect, test } from 'vitest';
import type { AuditLine } from '#shop/audit/list-audit.ts';
import { auditSentence, auditSubject, nameProviders, nameSkins, nameSources } from './audit-words.ts';

const line = (action: string, subjectType: string, subjectId: string, details: object = {}) =>
  ({ action, subjectType, subjectId, subjectName: null, details }) as AuditLine;
const said = (...of: Parameters<typeof line>) => auditSentence(line(...of));

test('the log speaks with the words of the screens', () => {
  expect(
    said('orders.exported', 'selection', 'orders.csv', {
      status: 'pending',
      from: '2026-01-01',
      sort: 'due',
    }),
  ).toBe('baixou pedidos em planilha: estado Aguardando Envio, de 01/01/2026, ordem de prazo');
  expect(said('setting.changed', 'setting', 'patchRadar', { from: 'ask', to: 'mark' })).toBe(
    'mudou a configuração, de ‘Perguntar’ para ‘Marcar todos em atualização’',
  );
  expect(said('setting.changed', 'setting', 'brandName', { from: 'ask', to: null })).toBe(
    'mudou a configuração, de ‘ask’ para nada',
  );
  const changes = { valid_to: { from: null, to: '2026-12-25T03:00:00.000Z' } };
  expect(said('coupon.updated', 'coupon', 'ANA10', { changes })).toBe(
    'alterou o cupom, fim de nada para 24/12/2026 23:59',
  );
});

test('a skin has its name while the catalogue has it', () => {
  const catalog = {
    findSkin: (sku: string) => (sku === 'lol:Zyra:2' ? ({ name: 'Zyra do Eclipse' } as never) : null),
  };
  const lines = [
    line('stock.added', 'stock', 'lol:Zyra:2'),
    line('skin_file.saved', 'skin_file', 'Zyra_2'),
    line('skin_file.saved', 'skin_file', 'Zyra_9'),
    line('coupon.created', 'coupon', 'Zyra_2'),
  ];
  expect(nameSkins(catalog, lines).map(auditSubject)).toEqual([
    'Estoque de Zyra do Eclipse',
    'Skin Zyra do Eclipse',
    'Skin Zyra_9',
    'Cupom Zyra_2',
  ]);
});

test('what is on sale has the names of its catalogues while they are there', () => {
  const lines = [
    line('setting.changed', 'setting', 'catalogSources', {
      name: 'Catálogos à venda',
      from: ['lol'],
      to: ['lol', 'file:7c1e', 'file:gone'],
    }),
    line('setting.changed', 'setting', 'promiseMinutes', { name: 'Prazo', from: 15, to: 30 }),
  ];
  expect(nameSources([{ id: '7c1e', name: 'Armas' }], lines).map(auditSentence)).toEqual([
    'mudou a configuração: Catálogos à venda, de ‘Skins de campeões’ para ‘Skins de campeões, Armas, um catálogo removido’',
    'mudou a configuração: Prazo, de 15 para 30',
  ]);
});

test('providers have their names, and of a logo nobody reads an id', () => {
  const lines = [
    line('setting.changed', 'setting', 'pixGateways', {
      name: 'Provedores de PIX',
      from: null,
      to: { order: ['mercadopago', 'bacen'], paused: ['bacen'] },
    }),
    line('setting.changed', 'setting', 'promiseMinutes', { name: 'Prazo', from: 15, to: 30 }),
  ];
  const providers = [{ name: 'mercadopago', label: 'Mercado Pago' }];
  expect(nameProviders({ providers } as never, lines).map(auditSentence)).toEqual([
    'mudou a configuração: Provedores de PIX, de nada para ‘Mercado Pago, bacen (parado)’',
    'mudou a configuração: Prazo, de 15 para 30',
  ]);
  const id = '5b6b0c0e-0000-4000-8000-000000000001';
  const logo = (from: string | null, to: string | null) =>
    said('setting.changed', 'setting', 'brandLogo', { from, to });
  expect(logo(null, id)).toBe('mudou a configuração, de nada para uma imagem');
  expect(logo(id, id.replace('1', '2'))).toBe('mudou a configuração, de uma imagem para outra');
  expect(logo(id, null)).toBe('mudou a configuração, de uma imagem para nada');
});

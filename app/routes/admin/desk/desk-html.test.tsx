import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { CLERK, readHtml, readScreen, screenOf } from '#test/visitor/render-screen.tsx';
import { DeliverForm } from './deliver-form.tsx';
import Desk from './desk.tsx';
import type { Drafts } from './use-drafts.ts';

const readAt = new Date('2026-11-21T17:10:00.000Z');
const dueAt = new Date('2026-11-21T17:14:00.000Z');
const FILE = { link: 'https://arquivos.exemplo.com/a.zip', stored: null, auto: false };

function deskOf(groups: object[], held: object[] = []): string {
  const data = { groups, held, delivered: {}, team: { ana: 'Ana' }, maxFileMb: 500, ownId: 'me', readAt };
  return readScreen(screenOf(Desk, { loaderData: data }), { session: CLERK, path: '/admin/mesa' });
}

const skin = (championId: string, more: object = {}) => ({
  sku: `lol:${championId}:1`,
  skinName: `${championId} do Eclipse`,
  championName: championId,
  splashPath: `/img/${championId}_1`,
  orders: [{ id: '0a1b2c3d-0000-4000-8000-000000000000', dueAt }],
  file: null,
  ...more,
});

test('a row of the desk says that its file is broken, and that it waits for an update instead of a clock', () => {
  expect(deskOf([skin('Aurea')])).toMatch(/Aurea do Eclipse Aurea 1 pedido VENCE EM 4 MIN/);
  const broken = skin('Aurea', { file: { ...FILE, broken: true, updating: false } });
  expect(deskOf([broken])).toContain('Arquivo quebrado 1 pedido VENCE EM 4 MIN');
  const updating = skin('Aurea', { file: { ...FILE, broken: false, updating: true } });
  expect(deskOf([updating])).toContain('1 pedido Espera a atualização');
  expect(deskOf([updating])).not.toMatch(/VENCE|ATRASADO/);
  // The order that waits for another skin's update has no clock; the one beside it has.
  const mixed = skin('Aurea', {
    orders: [
      { id: '1', dueAt: null },
      { id: '2', dueAt },
    ],
  });
  expect(deskOf([mixed])).toContain('2 pedidos VENCE EM 4 MIN');
});

test('what is held has no row: it stands above with who sent it and how long it can be taken back', () => {
  const held = {
    id: 'h',
    sku: 'lol:Aurea:1',
    link: FILE.link,
    stored: null,
    heldBy: 'ana',
    dueAt,
  };
  const text = deskOf([skin('Aurea'), skin('Brasa')], [{ ...held, dueAt: new Date(+readAt + 8000) }]);
  expect(text).toContain('1 pedido espera por 1 skin. 1 entrega está saindo.');
  expect(text).toContain('Ana: Aurea do Eclipse para 1 pedido, sai em 8 s Desfazer');
  expect(text.match(/do Eclipse/g)).toHaveLength(2);
  const last = deskOf([skin('Aurea')], [held]);
  expect(last).not.toContain('Tudo entregue');
  expect(deskOf([])).toContain('Tudo entregue');
});

test("why the shop's own file is not delivered stands at the link that could take its place", () => {
  const group = skin('Aurea', { file: { ...FILE, link: null, stored: { id: 'f1', name: 'aurea.zip' } } });
  const drafts = { of: () => ({}) } as unknown as Drafts;
  const Stub = createRoutesStub([
    {
      id: 'desk',
      path: '/',
      Component: () => (
        <DeliverForm
          group={group as never}
          draftKey="a"
          drafts={drafts}
          maxFileMb={500}
          onSent={() => undefined}
        />
      ),
    },
  ]);
  const message = 'Alguém precisa olhar este arquivo antes, em Arquivos.';
  const typed = { do: 'desk.deliver', sku: group.sku, undo: 'true', ask: 'true', fileId: 'f1' };
  const answer = { do: 'desk.deliver', ok: false, status: 409, message, fields: { fileId: message }, typed };
  const html = renderToStaticMarkup(<Stub hydrationData={{ actionData: { desk: answer } }} />);
  expect(readHtml(html)).toContain(message);
});

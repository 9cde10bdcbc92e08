import { expect, test } from 'vitest';
import { isLongBody, limitBodyOf } from './body-limits.ts';

const MEGABYTE = 1024 * 1024;
const limitOf = (path: string) => limitBodyOf({ maxFileMb: 500 }, path);

test.each([
  ['/api/admin/statements', 32],
  ['/admin/conferencia/enviar', 32],
  ['/api/admin/catalogs', 32],
  ['/api/admin/catalogs/armas', 32],
  ['/admin/catalogo/enviar/armas', 32],
  ['/api/admin/imports', 200],
  ['/admin/mudanca/enviar', 200],
  ['/api/admin/files', 500],
  ['/api/v1/files', 500],
])('%s takes a file of %i MB, however long it comes', (path, mostMb) => {
  expect(limitOf(path)).toMatchObject({ most: (mostMb + 1) * MEGABYTE, isFile: true });
  expect(isLongBody(path)).toBe(true);
});

test.each(['/dashboard/perfil/imagem/avatar', '/dashboard/suporte', '/dashboard/suporte.data'])(
  '%s takes a picture of 8 MB',
  (path) => {
    expect(limitOf(path)).toMatchObject({ most: 9 * MEGABYTE, isStreamed: false, refusal: undefined });
    expect(isLongBody(path)).toBe(false);
  },
);

test.each(['/api/quote', '/api/admin/catalogs/armas/publish', '/admin/conferencia', '/webhooks/bacen'])(
  '%s takes one megabyte',
  (path) => {
    expect(limitOf(path)).toMatchObject({ most: MEGABYTE, isFile: false });
    expect(isLongBody(path)).toBe(false);
  },
);

test('the forms of the panel lead to a page that says how large a file may be', () => {
  expect(limitOf('/admin/conferencia/enviar').refusal?.screen).toBe(
    '/admin/conferencia?recusado=too_large#extrato',
  );
  expect(limitOf('/admin/catalogo/enviar').refusal?.says).toContain('32 MB');
});

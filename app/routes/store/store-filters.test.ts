import { describe, expect, it, vi } from 'vitest';
import { readStoreFilters, storePath } from './store-filters.ts';

const read = (search: string) => readStoreFilters(new URLSearchParams(search));

describe('the store in its address', () => {
  it('shows the first page of everything when nothing is asked', () => {
    expect(read('')).toEqual({ query: '', championId: '', sort: 'featured', page: 1 });
    expect(storePath(read(''))).toBe('/loja');
  });

  it.each(['?q=drag%C3%A3o&campeao=Aurea&ordem=nome&pagina=3', '?q=a+%26+b', '?pagina=2'])(
    'reads and writes %s alike',
    (search) => expect(storePath(read(search))).toBe(`/loja${search}`),
  );

  it('does not need what older browsers cannot do', () => {
    vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
    expect(storePath(read('?q=lux'))).toBe('/loja?q=lux');
    vi.restoreAllMocks();
  });

  it.each(['0', '-1', '1.5', 'x', '1e99', ''])('takes page %s for the first', (page) => {
    expect(read(`pagina=${page}`).page).toBe(1);
  });

  it('bounds the page and the query', () => {
    expect(read('pagina=999999').page).toBe(200);
    expect(read(`q=${'a'.repeat(5000)}`).query).toHaveLength(100);
  });
});

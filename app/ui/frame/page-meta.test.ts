import { expect, it } from 'vitest';
import { pageMeta } from './page-meta.ts';

const matchesAt = (pathname: string) => [
  { id: 'root', pathname: '/', loaderData: { brand: { name: 'Fulgor' }, appUrl: 'https://loja.exemplo' } },
  { id: 'page', pathname },
];

/** By name, property or rel. */
function read(...args: Parameters<typeof pageMeta>): Record<string, string> {
  return Object.fromEntries(
    pageMeta(...args).map((entry: any) => [
      entry.name ?? entry.property ?? entry.rel ?? 'title',
      entry.content ?? entry.href ?? entry.title,
    ]),
  );
}

it('a public page names itself, its one address and an icon to share', () => {
  expect(read(matchesAt('/sobre-nos'), 'Sobre nós', 'Quem somos.')).toMatchObject({
    title: 'Sobre nós · Fulgor',
    description: 'Quem somos.',
    canonical: 'https://loja.exemplo/sobre-nos',
    'og:url': 'https://loja.exemplo/sobre-nos',
    'og:title': 'Sobre nós',
    'og:description': 'Quem somos.',
    'og:image': 'https://loja.exemplo/icon-512.png',
    'og:image:alt': 'Fulgor',
    'twitter:card': 'summary',
  });
});

it.each([
  ['/', '/'],
  ['/Loja/', '/loja'],
  ['/sobre-nos//', '/sobre-nos'],
])('%s lives at %s', (pathname, canonical) => {
  expect(read(matchesAt(pathname), 'Loja', 'Tudo.').canonical).toBe(`https://loja.exemplo${canonical}`);
});

it('a skin is shared with its splash as JPEG, with size and words for it', () => {
  const picture = { splashPath: '/img/Ahri_4', name: 'Ahri Popstar', championName: 'Ahri' };
  const meta = read(matchesAt('/loja/skin/Ahri/04'), 'Ahri Popstar (Ahri)', 'Uma skin.', {
    path: '/loja/skin/Ahri/4',
    picture,
  });
  expect(meta).toMatchObject({
    canonical: 'https://loja.exemplo/loja/skin/Ahri/4',
    'og:image': 'https://loja.exemplo/img/Ahri_4?w=1215&f=jpeg',
    'og:image:type': 'image/jpeg',
    'og:image:width': '1215',
    'og:image:height': '717',
    'og:image:alt': 'Ahri Popstar, arte de Ahri',
    'twitter:card': 'summary_large_image',
  });
});

it('a page without a description stays out of search engines and out of previews', () => {
  expect(read(matchesAt('/dashboard'), 'Minha Coleção')).toEqual({
    title: 'Minha Coleção · Fulgor',
    robots: 'noindex',
  });
});

import type { MetaDescriptor } from 'react-router';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** `{page} · {brand}`, or the brand with its promise where a page has no name of its own. */
export function pageMeta(matches: Matches, page: string | null, description?: string): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { brand?: { name: string } }
    | undefined;
  const brand = root?.brand?.name ?? '';
  const title = page ? [page, brand].filter(Boolean).join(' · ') : brand;
  return [{ title }, ...(description ? [{ name: 'description', content: description }] : [])];
}

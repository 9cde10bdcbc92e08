const LONGEST_ID = 30;

/** Of a file's name: `Armas da loja.csv` is the catalogue `armas-da-loja`. */
export function nameCatalog(fileName: string): { id: string; name: string } {
  const name =
    fileName
      .replaceAll(/^.*[/\\]/g, '')
      .replace(/\.(?:csv|json|zip|txt)$/i, '')
      .replaceAll(/[\s_-]+/g, ' ')
      .trim()
      .slice(0, 60) || 'Catálogo';
  const id = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_ID)
    .replaceAll(/^-+|-+$/g, '');
  return { id: id || 'catalogo', name };
}

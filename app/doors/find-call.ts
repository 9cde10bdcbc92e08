/**
 * The row of a table of addresses (`/api/orders/:orderId`) that a path is at, and the parts of the path that the row
 * names. A part that is no text of an address leads nowhere.
 */
export function findCall<Calls>(
  table: Readonly<Record<string, Calls>>,
  pathname: string,
): { path: string; calls: Calls; params: Record<string, string> } | null {
  const parts = partsOf(pathname);
  for (const [path, calls] of Object.entries(table)) {
    const names = partsOf(path);
    if (names.length !== parts.length) continue;
    if (!names.every((name, at) => name.startsWith(':') || name === parts[at])) continue;
    try {
      const params = names.flatMap((name, at) =>
        name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[at] ?? '')]] : [],
      );
      return { path, calls, params: Object.fromEntries(params) as Record<string, string> };
    } catch {
      return null;
    }
  }
  return null;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');

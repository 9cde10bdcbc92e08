/** A browser that goes there, and no script of the shop and no program. */
export const wantsPage = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') ?? false;

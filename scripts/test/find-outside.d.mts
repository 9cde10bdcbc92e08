export const OUTSIDE: readonly string[];
export function findOutside(variable: 'CATALOG_MIRROR' | 'PIX_DESCRIPTIONS', name: string): string | null;

/** The shop's days and hours are Brasília's, wherever a server or a browser stands. */
export const SHOP_ZONE = 'America/Sao_Paulo';

/** The shop's days and hours are Brasília's, wherever a server or a browser stands. */
export const SHOP_ZONE = 'America/Sao_Paulo';
/** Its distance from UTC: Brazil has had no summer time since 2019. */
export const SHOP_OFFSET = '-03:00';

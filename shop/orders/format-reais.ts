const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** `R$ 15,00`, with the ordinary space that the texts of the shop use. */
export function formatReais(cents: number): string {
  return REAIS.format(cents / 100).replace(/\u00a0/g, ' ');
}

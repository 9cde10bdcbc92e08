const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Integer centavos as people read them: `R$ 15,00`. */
export function formatReais(cents: number): string {
  return reais.format(cents / 100);
}

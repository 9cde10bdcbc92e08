/** `529.982.247-25` or `12.ABC.345/01DE-35` of the plain characters. */
export function formatTaxId(plain: string): string {
  return plain.length === 11
    ? plain.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : plain.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

/** How staff tell sold keys from each other; '': none was sold. */
export function keyWords(ends: readonly string[]): string {
  if (ends.length === 0) return '';
  const said = ends.map((end) => `…${end}`);
  const last = said.pop();
  return said.length === 0 ? `Chave ${last}` : `Chaves ${said.join(', ')} e ${last}`;
}

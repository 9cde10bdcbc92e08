const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;

/** `1,5 MB`, as staff read it. */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < MEGABYTE ? [bytes / KILOBYTE, 'KB'] : [bytes / MEGABYTE, 'MB'];
  return `${value.toLocaleString('pt-BR', { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

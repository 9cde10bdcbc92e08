import { formatReais } from '#shop/text/format-reais.ts';

export function Price({ cents, className = '' }: { cents: number; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{formatReais(cents)}</span>;
}

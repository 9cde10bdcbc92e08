import { Info } from 'lucide-react';

/** Said wherever demonstration skins are for sale. */
export function DemoNotice({ className = 'mt-4' }: { className?: string }) {
  return (
    <p
      className={`flex items-start gap-2.5 rounded-control border border-line bg-surface px-3.5 py-2.5 text-xs text-muted ${className}`}
    >
      <Info aria-hidden="true" className="mt-px size-4 shrink-0 text-info" />
      <span>
        Este é um <strong className="font-semibold text-text">catálogo de demonstração</strong>: campeões
        inventados, arte gerada.
      </span>
    </p>
  );
}

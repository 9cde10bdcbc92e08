import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** What one should know before going on, or what goes another way than usual. */
export function InfoNote({
  icon: Icon,
  className = '',
  children,
}: {
  icon: LucideIcon;
  className?: string;
  children: ReactNode;
}) {
  return (
    <p
      role="note"
      className={`flex items-start gap-2.5 rounded-control border border-info/40 bg-info/10 px-3.5 py-3 text-left text-sm ${className}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-info" strokeWidth={1.75} />
      <span>{children}</span>
    </p>
  );
}

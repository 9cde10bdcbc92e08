import type { ReactNode } from 'react';

export function ProfileSection({
  id,
  title,
  note,
  children,
}: {
  /** For links that lead to it. */
  id?: string;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 className="text-lg">{title}</h2>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

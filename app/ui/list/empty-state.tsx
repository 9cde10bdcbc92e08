import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One icon, one line, one button. `title` is a heading only where the screen has no other. */
export function EmptyState({
  icon: Icon,
  title,
  as: Title = 'p',
  about,
  children,
}: {
  icon: LucideIcon;
  title: string;
  as?: 'p' | 'h1' | 'h2';
  /** Quieter, below the title. */
  about?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-5 px-4 py-16 text-center sm:py-24">
      <span className="grid size-14 place-items-center rounded-full border border-line bg-surface text-muted">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
      </span>
      <Title className="max-w-[40ch] font-heading text-lg font-semibold break-words">{title}</Title>
      {about && <p className="max-w-[48ch] text-sm text-muted">{about}</p>}
      {children}
    </div>
  );
}

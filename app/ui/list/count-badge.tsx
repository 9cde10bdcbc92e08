const MAX_SHOWN = 999;

/** A number on a tab or a filter; nothing where there is nothing to do. */
export function CountBadge({ count, isUrgent = false }: { count: number; isUrgent?: boolean | undefined }) {
  if (count === 0) return null;
  return (
    <span
      className={`grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-[12px] tabular-nums ${isUrgent ? 'bg-danger font-semibold text-ink' : 'bg-raised text-text'}`}
    >
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}

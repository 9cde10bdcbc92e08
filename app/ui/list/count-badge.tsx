const MAX_SHOWN = 999;

/** A number on a tab or a filter; nothing where there is nothing to do. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-raised px-1.5 text-[12px] text-text tabular-nums">
      {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
    </span>
  );
}

/** A box of the size of what is coming. Hidden from screen readers: a text nearby says what is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-breathe rounded-control bg-raised ${className}`} />;
}

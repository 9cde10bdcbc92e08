/** A box in the size of the content that loads. Hidden from screen readers: a text nearby says what is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-breathe rounded-control bg-raised ${className}`} />;
}

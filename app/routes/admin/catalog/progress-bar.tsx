/** How much of a long job is done. */
export function ProgressBar({ name, done, total }: { name: string; done: number; total: number }) {
  return (
    <progress
      aria-label={name}
      className="forced-border mt-1.5 h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      max={total}
      value={done}
    />
  );
}

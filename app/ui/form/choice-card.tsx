import type { ComponentProps } from 'react';

interface ChoiceCardProps extends ComponentProps<'input'> {
  label: string;
  hint: string;
}

/** One of several, with what it means. */
export function ChoiceCard({ label, hint, ...input }: ChoiceCardProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line px-3 py-2.5 hover:border-muted has-checked:border-accent">
      <input type="radio" {...input} className="mt-1 size-4 shrink-0 accent-accent" />
      <span className="text-sm font-medium">
        {label}
        <span className="block text-xs font-normal text-muted">{hint}</span>
      </span>
    </label>
  );
}

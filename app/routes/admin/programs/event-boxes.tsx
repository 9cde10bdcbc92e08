import { EVENT_WORDS } from '#app/doors/event-words.ts';
import { useOperationForm } from '#app/ui/form/operation-form.tsx';

/** What a hook may choose. A ping comes chosen or not. */
const CHOICES = Object.entries({ '*': 'Todos, também os que vierem', ...EVENT_WORDS }).filter(
  ([type]) => type !== 'ping',
);

export function EventBoxes({ id, chosen }: { id: string; chosen: readonly string[] }) {
  const { fields, typed } = useOperationForm();
  const now = typed.events?.split(' ') ?? chosen;
  return (
    <fieldset aria-describedby={fields.events && id}>
      <legend className="mb-2 text-sm font-medium">Eventos *</legend>
      {/* Without it, a form of which nothing is ticked would change nothing and say that it did. */}
      <input type="hidden" name="events" value="" />
      <div className="grid gap-x-4 sm:grid-cols-2">
        {CHOICES.map(([type, label]) => (
          <label key={type} className="flex min-h-11 items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              name="events"
              value={type}
              defaultChecked={now.includes(type)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 py-1.5">
              {label}
              {type !== '*' && <code className="block text-xs text-muted">{type}</code>}
            </span>
          </label>
        ))}
      </div>
      {fields.events && (
        <p id={id} className="text-xs text-danger">
          {fields.events}
        </p>
      )}
    </fieldset>
  );
}

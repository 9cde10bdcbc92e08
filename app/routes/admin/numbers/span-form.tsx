import { useId } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '#app/ui/form/button.tsx';
import { TextField } from '#app/ui/form/text-field.tsx';
import { addDays, type DaySpan } from '#shop/numbers/day-span.ts';
import { isDay } from '#shop/text/is-day.ts';

/** Days as links and a GET form: the address says what is shown, with or without scripts. */
export function SpanForm({
  asked,
  today,
  refusal,
}: {
  /** As the address has it, even where it is no span. */
  asked: DaySpan;
  today: string;
  refusal: string | null;
}) {
  const refusalId = useId();
  const day = { type: 'date', max: today, required: true } as const;
  const said = refusal === null ? {} : { invalid: true, 'aria-describedby': refusalId };
  return (
    <div className="mt-4 flex flex-col gap-4 lg:flex-row lg:items-end lg:justify-between">
      <nav aria-label="Período">
        <ul className="flex flex-wrap gap-2">
          {presets(today).map(({ label, from, to }) => {
            const isShown = refusal === null && from === asked.from && to === asked.to;
            return (
              <li key={label}>
                <Link
                  to={from === today ? '/admin/numeros' : `/admin/numeros?from=${from}&to=${to}`}
                  aria-current={isShown ? 'page' : undefined}
                  preventScrollReset
                  className={`inline-flex min-h-11 items-center rounded-full border px-3.5 text-xs font-medium whitespace-nowrap ${isShown ? 'border-accent text-accent' : 'border-line text-muted hover:border-muted hover:text-text'}`}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      {/* What the address says fills the fields again, whoever changed it. */}
      <Form
        key={`${asked.from} ${asked.to}`}
        method="get"
        action="/admin/numeros"
        aria-label="Outro período"
        className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[10rem_10rem_auto]"
      >
        <TextField {...day} {...said} name="from" label="De" defaultValue={shown(asked.from)} />
        <TextField {...day} {...said} name="to" label="Até" defaultValue={shown(asked.to)} />
        <Button type="submit" variant="outline" className="col-span-2 sm:col-span-1 sm:mt-[30px]">
          Ver período
        </Button>
        {refusal !== null && (
          <p id={refusalId} role="alert" className="col-span-full text-xs text-danger">
            {refusal}
          </p>
        )}
      </Form>
    </div>
  );
}

function presets(today: string): (DaySpan & { label: string })[] {
  const yesterday = addDays(today, -1);
  return [
    { label: 'Hoje', from: today, to: today },
    { label: 'Ontem', from: yesterday, to: yesterday },
    { label: '7 dias', from: addDays(today, -6), to: today },
    { label: '30 dias', from: addDays(today, -29), to: today },
    { label: 'Um ano', from: addDays(today, -364), to: today },
  ];
}

/** A date field takes no other text, and the browser would complain. The refusal names the text. */
function shown(day: string): string {
  return isDay(day) ? day : '';
}

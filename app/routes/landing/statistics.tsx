import { useRef } from 'react';
import { groupThousands } from '#shop/text/group-thousands.ts';
import { COUNT_MS, countUp } from './count-up.ts';
import { Stars } from '#app/ui/skin/stars.tsx';
import { useCountClock } from './use-count-clock.ts';

const STATISTICS = [
  { label: 'skins vendidas', target: 20_000, suffix: '+' },
  { label: 'jogadores felizes', target: 32_000, suffix: '+' },
  { label: 'avaliação', target: 5, suffix: '' },
];

export function Statistics() {
  const ref = useRef<HTMLElement>(null);
  const elapsedMs = useCountClock(ref);
  return (
    <section ref={ref} aria-label="Números da loja" className="gutter mx-auto mt-12 max-w-[1600px] lg:mt-16">
      <dl className="grid border-y border-line sm:grid-cols-[auto_auto_auto] sm:justify-between">
        {STATISTICS.map(({ label, target, suffix }) => (
          <div
            key={label}
            className="flex items-baseline justify-between gap-x-4 gap-y-1 border-line py-5 not-first:border-t sm:flex-col-reverse sm:justify-end sm:py-10 sm:not-first:border-t-0"
          >
            <dt className="flex items-center gap-2.5 text-base text-muted">
              {label}
              {target === 5 && <Stars className="h-3.5" />}
            </dt>
            <dd className="font-heading text-2xl leading-none font-extrabold tabular-nums md:text-3xl md:leading-none">
              <Counter target={target} suffix={suffix} elapsedMs={elapsedMs} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * The final value is always there, for readers and to keep the width; the running one lies over it. It is one
 * text that grows to the right: a browser counts text whose beginning moves as a shift of the layout.
 */
function Counter({ target, suffix, elapsedMs }: { target: number; suffix: string; elapsedMs: number }) {
  const running = elapsedMs < COUNT_MS;
  return (
    <span className="relative block">
      <data value={target} className={running ? 'opacity-0' : ''}>
        {`${groupThousands(target)}${suffix}`}
      </data>
      {running && (
        <span aria-hidden="true" className="absolute left-0 whitespace-nowrap">
          {`${groupThousands(countUp(target, elapsedMs))}${suffix}`}
        </span>
      )}
    </span>
  );
}

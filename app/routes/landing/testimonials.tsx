import { Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/ui/form/button.tsx';
import { startDrift } from './drift.ts';
import { Stars } from '#app/ui/skin/stars.tsx';
import type { Testimonial } from './testimonial-entries.ts';
import { useHeld } from './use-held.ts';
import { useMotionAllowed } from './use-motion-allowed.ts';

interface TestimonialsProps {
  entries: Testimonial[];
  /** The visitor has stopped whatever moves on this page by itself. */
  paused: boolean;
  onPause: (paused: boolean) => void;
}

/** A strip to scroll by hand that also runs by itself while nobody touches it. */
export function Testimonials({ entries, paused, onPause }: TestimonialsProps) {
  const stripRef = useRef<HTMLDivElement>(null);
  const motionAllowed = useMotionAllowed();
  const { held, handlers } = useHeld();
  const moving = motionAllowed && !paused && !held;

  useEffect(() => {
    if (moving && stripRef.current) return startDrift(stripRef.current);
  }, [moving]);

  return (
    <section aria-labelledby="testimonials-title" className="pt-14 lg:pt-20">
      <div className="gutter mx-auto flex max-w-[1600px] items-center justify-between gap-2">
        <h2 id="testimonials-title" className="text-xl sm:text-2xl">
          Quem joga, conta
        </h2>
        <Button
          variant="ghost"
          className={`-mr-3 shrink-0 px-3! ${motionAllowed ? '' : 'invisible'}`}
          onClick={() => onPause(!paused)}
        >
          {paused ? (
            <Play aria-hidden="true" className="size-4 fill-current" />
          ) : (
            <Pause aria-hidden="true" className="size-4 fill-current" />
          )}
          {paused ? 'Retomar' : 'Pausar'}
          <span className="sr-only">movimento da página</span>
        </Button>
      </div>
      <div
        ref={stripRef}
        {...handlers}
        role="region"
        aria-label="Depoimentos de jogadores"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller that only a mouse can scroll locks others out
        tabIndex={0}
        // `relative`, or the words for screen readers, absolutely placed, escape it and widen the page.
        className="relative mt-7 overflow-x-auto overflow-y-hidden pb-3 [scrollbar-width:none] focus-visible:-outline-offset-2 xl:pl-[max(16px,calc(50vw-784px))]"
      >
        <div className="flex w-max">
          <Entries entries={entries} />
          {motionAllowed && <Entries entries={entries} isCopy />}
        </div>
      </div>
    </section>
  );
}

/** All fifteen in a row; the copy behind them closes the loop and is there for the eye alone. */
function Entries({ entries, isCopy = false }: { entries: Testimonial[]; isCopy?: boolean }) {
  return (
    <ul aria-hidden={isCopy || undefined} className="flex shrink-0">
      {entries.map(({ name, lane, text }) => (
        <li
          key={name}
          className="flex w-[17rem] flex-col border-l border-line px-4 py-1 sm:w-[21rem] md:px-6"
        >
          <Stars className="h-3.5 self-start" />
          <span className="sr-only">5 de 5 estrelas.</span>
          <blockquote className="mt-3 text-sm sm:text-base">{text}</blockquote>
          <p className="mt-auto pt-3 text-xs text-muted">
            <span className="font-semibold text-text">{name}</span>, {lane}
          </p>
        </li>
      ))}
    </ul>
  );
}

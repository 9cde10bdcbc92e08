import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { PrefetchPageLinks } from 'react-router';
import { skinGridClass } from './skin-card.tsx';

/** A pointer that only crosses a card leaves it sooner. */
const INTENT_MS = 100;

/**
 * A grid of skin cards that fetches a skin's page once a mouse rests on its card or the keyboard reaches it. A finger
 * fetches nothing before it taps: it touches cards to scroll. One listener for all of up to 2,000 cards.
 */
export function SkinList({ ref, children }: { ref?: Ref<HTMLUListElement>; children: ReactNode }) {
  const [intended, setIntended] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const over = useRef<string | null>(null);
  function intend(event: PointerEvent | FocusEvent): void {
    const path = (event.target as Element).closest('a')?.getAttribute('href') ?? null;
    // From one part of a card to another is still the same card.
    if (path === over.current) return;
    cancel();
    over.current = path;
    if (path) timer.current = setTimeout(() => setIntended(path), INTENT_MS);
  }
  function cancel(): void {
    clearTimeout(timer.current);
    over.current = null;
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Listens to its links; nothing happens that they do not do themselves. */}
      <ul
        ref={ref}
        className={skinGridClass}
        onPointerOver={(event) => event.pointerType !== 'touch' && intend(event)}
        onPointerLeave={cancel}
        onFocus={(event) => event.target.matches(':focus-visible') && intend(event)}
        onBlur={cancel}
      >
        {children}
      </ul>
      {intended && <PrefetchPageLinks page={intended} />}
    </>
  );
}

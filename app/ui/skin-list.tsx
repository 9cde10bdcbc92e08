import {
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { PrefetchPageLinks, UNSAFE_ViewTransitionContext, useNavigate } from 'react-router';
import { artName, skinGridClass } from './skin-card.tsx';

/** A pointer that only crosses a card leaves it sooner. */
const INTENT_MS = 100;
/** While art moves the screen stands still, for as long as the way back takes to draw the list: seconds, on a phone. */
const MOST_MOVING = 200;

/**
 * A grid of skin cards, and all that its links do: one listener for up to 2,000 cards. It opens a skin's page within
 * this one and fetches it once a mouse rests on its card or the keyboard reaches it. A finger fetches nothing before
 * it taps: it touches cards to scroll.
 */
export function SkinList({
  ref,
  children,
}: {
  ref: RefObject<HTMLUListElement | null>;
  children: ReactNode;
}) {
  const [intended, setIntended] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const navigate = useNavigate();
  useMovingArt(ref);
  useEffect(() => {
    // The router asks the server for the route of each link that is marked so. All cards have the same one.
    ref.current?.querySelector('a')?.setAttribute('data-discover', 'true');
  }, [ref]);

  const over = useRef<string | null>(null);
  function intend(event: PointerEvent | FocusEvent): void {
    const path = pathUnder(event);
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
  function open(event: MouseEvent): void {
    const path = pathUnder(event);
    // Another tab, another window, a download: the browser's own affair.
    const isForBrowser = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!path || isForBrowser) return;
    event.preventDefault();
    // The router goes back the way it came.
    const isShort = event.currentTarget.getElementsByTagName('a').length <= MOST_MOVING;
    void navigate(path, { viewTransition: isShort });
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Listens to its links; the keyboard clicks them too. */}
      <ul
        ref={ref}
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none.
        role="list"
        className={skinGridClass}
        onClick={open}
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

function pathUnder({ target }: { target: EventTarget }): string | null {
  return (target as Element).closest('a')?.getAttribute('href') ?? null;
}

/** While the browser moves between the list and a skin's page, the art of that skin's card has its name. */
function useMovingArt(list: RefObject<HTMLUListElement | null>): void {
  const moving = use(UNSAFE_ViewTransitionContext);
  useLayoutEffect(() => {
    if (!moving.isTransitioning) return;
    const move = (isMoving: boolean) => {
      for (const { pathname } of [moving.currentLocation, moving.nextLocation]) {
        const card = list.current?.querySelector(`a[href="${CSS.escape(pathname)}"]`);
        if (!card) continue;
        (card.firstElementChild as HTMLElement).style.viewTransitionName = isMoving ? artName(pathname) : '';
        // On the way back the browser pictures the card before it knows that it is on the screen.
        for (let box = card.parentElement; box && box !== list.current; box = box.parentElement)
          box.style.contentVisibility = isMoving ? 'visible' : '';
      }
    };
    move(true);
    return () => move(false);
  }, [list, moving]);
}

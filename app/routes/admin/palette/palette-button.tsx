import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useHydrated } from '#app/ui/frame/use-hydrated.ts';
import type { PanelGroup } from '../panel/panel-screens.ts';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
);

/** Opens the command palette, as Ctrl-K and ⌘K do. The palette itself is fetched at its first opening. */
export function PaletteButton({ groups }: { groups: PanelGroup[] }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  const isApple = useHydrated() && /Mac|iP(?:hone|ad)/.test(navigator.userAgent);

  const open = () => {
    opener.current = document.activeElement;
    setOpen(true);
  };
  /** The dialog cannot know who had the focus before its field took it. */
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    });
  };

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      // The browser would go to its own search field, also while another dialog is open.
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        className="flex min-h-11 shrink-0 cursor-pointer items-center gap-2.5 rounded-control border border-line px-3.5 text-sm text-muted hover:border-muted hover:text-text noscript:hidden"
        onClick={open}
      >
        <Search aria-hidden="true" className="size-[18px] shrink-0" />
        Buscar
        <kbd
          aria-hidden="true"
          className="hidden rounded-[4px] border border-line px-1.5 py-px font-sans text-xs md:[@media(hover:hover)]:inline"
        >
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <CommandPalette groups={groups} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * j, k and the arrows go from row to row, Esc closes, `u` takes back, `?` asks for the keys; in a field each of them is what it is
 * everywhere. What had the focus may go at any moment, with the next answer of the server: the focus then gets the row that
 * has its place, or the screen's first line, and never the page itself.
 * @returns puts the focus on the row with this number, or on the last one.
 */
export function useDeskKeys(
  desk: RefObject<HTMLElement | null>,
  { onHelp, onUndo, onEscape }: { onHelp: () => void; onUndo: () => void; onEscape: (row: number) => void },
): (row: number) => void {
  const last = useRef<{ element: Element; row: number }>(null);
  const rows = () => [...(desk.current?.querySelectorAll<HTMLElement>('[data-desk-row]') ?? [])];
  const focus = (row: number) => {
    const all = rows();
    const found =
      all[Math.max(0, Math.min(row, all.length - 1))] ??
      desk.current?.querySelector<HTMLElement>('[data-desk-status]');
    found?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest' });
  };
  useLayoutEffect(() => {
    const lost = last.current;
    if (!lost || lost.element.isConnected || document.activeElement !== document.body) return;
    focus(lost.row);
  });
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !desk.current?.contains(target)) return (last.current = null);
    const key = target.closest('[data-desk-key]');
    const row = rows().findIndex((each) => key?.contains(each));
    last.current = { element: target, row: row === -1 ? (last.current?.row ?? 0) : row };
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = target instanceof Element ? target.closest('[data-desk-key]') : null;
    if (event.key === 'Escape' && inside) return onEscape(rows().findIndex((row) => inside.contains(row)));
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]')) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = rows().findIndex((row) => row === document.activeElement);
      focus(at === -1 ? (last.current?.row ?? 0) : at + step);
    } else if (event.key === '?') {
      event.preventDefault();
      onHelp();
    } else if (event.key === 'u') {
      event.preventDefault();
      onUndo();
    }
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('keydown', (event) => onKey(event), { signal });
    document.addEventListener('focusin', (event) => void onFocus(event), { signal });
    return () => listening.abort();
  }, []);
  return focus;
}

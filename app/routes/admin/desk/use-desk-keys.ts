import { useEffect, useEffectEvent, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * j, k and the arrows go from row to row, `?` asks for the keys; in a field each of them is what it is everywhere.
 * @returns puts the focus on the row with this number, or on the last one.
 */
export function useDeskKeys(list: RefObject<HTMLElement | null>, onHelp: () => void): (row: number) => void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-desk-row]') ?? [])];
  const focus = (row: number) => {
    const all = rows();
    const button = all[Math.max(0, Math.min(row, all.length - 1))];
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog]')) return;
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = rows().findIndex((row) => row === document.activeElement);
      focus(at === -1 ? 0 : at + step);
    } else if (event.key === '?') {
      event.preventDefault();
      onHelp();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return focus;
}

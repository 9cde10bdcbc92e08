import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

interface DisclosureProps {
  /** What the button shows; `label` names it where that is only an icon. */
  summary: ReactNode;
  label?: string;
  summaryClassName: string;
  panelClassName: string;
  className?: string;
  children: ReactNode;
}

/** A panel under a button, on <details>: it opens without JavaScript, and closes as a menu does with it. */
export function Disclosure({
  summary,
  label,
  summaryClassName,
  panelClassName,
  className = '',
  children,
}: DisclosureProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // Not on the first run: it may have been opened before the scripts were there.
  const shownKey = useRef(key);
  useEffect(() => {
    if (shownKey.current !== key) ref.current?.removeAttribute('open');
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const closeOutside = (event: Event) => {
      if (details.open && !details.contains(event.target as Node)) details.open = false;
    };
    // At once, not when the next screen has arrived.
    const closeOnFollow = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('a')) details.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    details.addEventListener('keydown', closeOnEscape);
    details.addEventListener('click', closeOnFollow);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      details.removeEventListener('keydown', closeOnEscape);
      details.removeEventListener('click', closeOnFollow);
    };
  }, []);

  return (
    <details ref={ref} className={`relative ${className}`}>
      <summary aria-label={label} className={summaryClassName}>
        {summary}
      </summary>
      <div
        className={`absolute right-0 z-40 mt-2 animate-appear rounded-card border border-line bg-raised p-1.5 ${panelClassName}`}
      >
        {children}
      </div>
    </details>
  );
}

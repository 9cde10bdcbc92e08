import type { ReactNode } from 'react';
import { useHydrated } from '../frame/use-hydrated.ts';
import { Button } from './button.tsx';

const STICKY =
  'sticky -bottom-5 -mx-5 -mb-5 border-t border-line bg-surface p-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6';

/**
 * The end of a dialog: the way out, and beside it what the dialog does. On a phone the deed stands above.
 * `isSticky`: of a long form, so that both are always in sight.
 * Without scripts the dialog is a part of the page, and has its own way out.
 */
export function DialogEnd({
  onCancel,
  cancelLabel = 'Cancelar',
  isSticky = false,
  children,
}: {
  onCancel: () => void;
  cancelLabel?: string;
  isSticky?: boolean;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const place = isSticky && isHydrated ? STICKY : '';
  return (
    <div className={`flex flex-col-reverse gap-3 sm:flex-row sm:justify-end ${place}`}>
      {isHydrated && (
        <Button variant="outline" onClick={onCancel}>
          {cancelLabel}
        </Button>
      )}
      {children}
    </div>
  );
}

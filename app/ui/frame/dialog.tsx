import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../form/button.tsx';
import { useHydrated } from './use-hydrated.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  className?: string;
  /** What it shows is not shown again: only its own buttons close it. */
  keepsOpen?: boolean;
}

/** A modal sheet. Public pages load this module lazily. On phones it comes from below, from 640 px it is centred. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  className = '',
  keepsOpen = false,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  const hasTyped = useRef(false);
  const titleId = useId();
  useBack(open, () => {
    if (!keepsOpen) onOpenChange(false);
  });
  // Without scripts, of a dialog that the address opens: a part of the page.
  if (!useHydrated()) {
    return open ? (
      <section
        role="dialog"
        aria-labelledby={titleId}
        className="my-4 max-w-[560px] rounded-card border border-line bg-surface p-5 sm:p-6"
      >
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {description && <p className="mt-1 mb-4 text-sm text-muted">{description}</p>}
        {children}
        <Link to="?" className={buttonClass('ghost', 'mt-3')}>
          Fechar
        </Link>
      </section>
    ) : null;
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Radix's own overlay stops scrolling by an inline style, which our policy refuses: app/theme.css does it. */}
        <div className="fixed inset-0 z-40 bg-black/70" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // A toast stands above the dialog: whoever presses its button does not leave the dialog.
          onInteractOutside={(event) => {
            const isToast = event.target instanceof Element && event.target.closest('[data-sonner-toaster]');
            if (keepsOpen || hasTyped.current || isToast) event.preventDefault();
          }}
          onEscapeKeyDown={(event) => {
            if (keepsOpen) event.preventDefault();
          }}
          onInput={({ target }) => {
            // A mere search is no work that a stray tap could lose.
            if ((target as HTMLInputElement).form) hasTyped.current = true;
          }}
          // Radix gives the focus back only to a trigger of its own, and these dialogs are opened from anywhere.
          onOpenAutoFocus={({ currentTarget }) => {
            hasTyped.current = false;
            const { activeElement } = document;
            const isInside = currentTarget instanceof Node && currentTarget.contains(activeElement);
            opener.current = isInside ? null : activeElement;
          }}
          onCloseAutoFocus={() => {
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
          }}
          className={`fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] animate-appear overflow-y-auto rounded-t-card border border-line bg-surface p-5 sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(560px,calc(100vw-48px))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card sm:p-6 ${className}`}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-lg">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Fechar"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-text"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** On Android the key 'Voltar' closes the dialog, as it closes an app's: it would leave the page with all that is typed. */
function useBack(isOpen: boolean, close: () => void): void {
  const goBack = useEffectEvent(close);
  useEffect(() => {
    // Not in every browser: there the key leaves the page as it always did.
    const { CloseWatcher } = window as { CloseWatcher?: new () => { onclose: () => void; destroy(): void } };
    if (!isOpen || !CloseWatcher) return;
    let watcher: InstanceType<typeof CloseWatcher>;
    // It hears one press, and the dialog may stay.
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        watch();
        goBack();
      };
    };
    watch();
    return () => watcher.destroy();
  }, [isOpen]);
}

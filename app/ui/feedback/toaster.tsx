import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { connectToaster, type Toast } from './toast.ts';

const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-5 text-ok" />,
  danger: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
  info: <Info aria-hidden="true" className="size-5 text-info" />,
};

const VISIBLE_TOASTS = 3;
const VISIBLE_MS = 4000;

/** The toasts that stand, and not those that fade out: sonner would lose what takes the place of one of these. */
const standing = new Map<Toast['about'], number>();
let lastId = 0;

function deliver({ title, description, tone = 'info', stays, lastsMs, action, onGone, about }: Toast): void {
  const id = (about && standing.get(about)) ?? ++lastId;
  if (about) standing.set(about, id);
  function leave(): void {
    if (standing.get(about) === id) standing.delete(about);
  }
  sonner(title, {
    id,
    description,
    icon: ICONS[tone],
    duration: stays ? Infinity : (lastsMs ?? VISIBLE_MS),
    action: action && {
      label: action.label,
      onClick() {
        leave();
        action.onPress();
      },
    },
    onAutoClose() {
      leave();
      onGone?.();
    },
    onDismiss() {
      leave();
      onGone?.();
    },
  });
}

/** At most three at once, four seconds each, unless one asks for something. Loaded after hydration, never on the server. */
export function Toaster() {
  // A phone's lower edge belongs to the thumb: menu, pay button and QR code are there.
  const [isPhone] = useState(() => matchMedia('(max-width: 639px)').matches);
  useEffect(() => connectToaster(deliver), []);
  return (
    <Sonner
      position={isPhone ? 'top-center' : 'bottom-right'}
      theme="dark"
      visibleToasts={VISIBLE_TOASTS}
      duration={VISIBLE_MS}
      gap={8}
      mobileOffset={{ top: 72, left: 12, right: 12, bottom: 12 }}
      closeButton
      containerAriaLabel="Avisos"
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Fechar aviso',
        classNames: {
          // A dialog takes the pointer from all of the page, and not from what tells of its own failure.
          toast:
            'pointer-events-auto flex w-full items-start gap-3 rounded-card border border-line bg-raised p-4 pr-11 text-text font-sans sm:w-[356px]',
          icon: 'mt-px shrink-0',
          title: 'text-sm font-semibold leading-5',
          description: 'mt-0.5 text-sm text-muted!',
          actionButton:
            'ml-auto -my-2 min-h-11 shrink-0 rounded-control px-3 text-sm font-semibold text-accent hover:bg-surface',
          closeButton:
            'absolute! top-0.5! right-0.5! grid! size-11! place-items-center rounded-control border-0! bg-transparent! text-muted! hover:text-text!',
        },
      }}
    />
  );
}

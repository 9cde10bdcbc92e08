import type { ComponentProps } from 'react';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonVariant = 'accent' | 'outline' | 'ghost' | 'danger';

const VARIANTS: Record<ButtonVariant, string> = {
  accent: 'bg-accent text-accent-ink hover:bg-accent/90',
  outline: 'border border-line bg-transparent text-text hover:border-muted hover:bg-raised',
  ghost: 'bg-transparent text-muted hover:bg-raised hover:text-text',
  danger: 'border border-danger/50 bg-transparent text-danger hover:bg-danger/10',
};

export type ButtonSize = 'normal' | 'large';

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-11 px-5 text-sm',
  large: 'min-h-12 px-7 text-base',
};

/** The shape of `Button` and `LinkButton`, with targets of at least 44 px. */
export function buttonClass(variant: ButtonVariant, className = '', size: ButtonSize = 'normal'): string {
  return `forced-border inline-flex items-center justify-center gap-2 rounded-control py-2 text-center font-semibold transition-transform duration-150 ease-out active:scale-[0.98] disabled:opacity-60 ${SIZES[size]} ${VARIANTS[variant]} ${className}`;
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Keeps the focus where it is: the button stays in place, says what it does and refuses a second press. */
  loading?: boolean;
  loadingLabel?: string;
}

export function Button({
  variant = 'accent',
  size = 'normal',
  loading = false,
  loadingLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(variant, className, size)}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {loading && <Spinner />}
      {loading && loadingLabel ? loadingLabel : children}
    </button>
  );
}

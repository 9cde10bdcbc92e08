import { Link, type LinkProps } from 'react-router';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx';

/** A link that leads on, drawn as a button. */
export function LinkButton({
  variant = 'accent',
  size = 'normal',
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize; className?: string }) {
  return <Link prefetch="intent" {...rest} className={buttonClass(variant, className, size)} />;
}

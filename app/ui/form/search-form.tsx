import { useRef, type ReactNode } from 'react';
import { Form, useNavigate } from 'react-router';
import { useDelayed } from '../feedback/use-delayed.ts';
import { SearchField, type SearchFieldProps } from './search-field.tsx';

interface SearchFormProps extends Omit<SearchFieldProps, 'onSearch'> {
  /** What is searched. */
  name: string;
  /** The address of the screen. */
  action: string;
  /** The address for what stands in the form. */
  pathTo: (typed: URLSearchParams) => string;
  id?: string;
  className?: string;
  children?: ReactNode;
}

/** A search whose answer is another address: it follows the typing with scripts, and is a GET form without. */
export function SearchForm({
  name,
  pathTo,
  children,
  id,
  action,
  className = '',
  ...field
}: SearchFormProps) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const show = useDelayed(() => {
    const typed = new URLSearchParams();
    for (const [key, value] of form.current ? new FormData(form.current) : []) {
      if (typeof value === 'string') typed.set(key, value.trim());
    }
    void navigate(pathTo(typed), { replace: true, preventScrollReset: true });
  });
  return (
    <Form
      id={id}
      ref={form}
      method="get"
      action={action}
      role="search"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        show(0);
      }}
      className={className}
    >
      {children}
      <SearchField {...field} onSearch={show} />
    </Form>
  );
}

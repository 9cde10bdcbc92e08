import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { AuthMode } from './auth-form.ts';

const TABS: { mode: AuthMode; label: string }[] = [
  { mode: 'login', label: 'Login' },
  { mode: 'cadastro', label: 'Cadastro' },
];

/** Tabs that are links: they work without scripts, and the address says which one is open. */
export function AuthTabs({ mode, params }: { mode: AuthMode; params: URLSearchParams }) {
  const back = params.get('voltar');
  return (
    <div
      role="tablist"
      aria-label="Acesso à conta"
      onKeyDown={moveByArrow}
      className="grid grid-cols-2 gap-1 rounded-control border border-line bg-ink p-1"
    >
      {TABS.map((tab) => (
        <Link
          key={tab.mode}
          id={`tab-${tab.mode}`}
          role="tab"
          aria-selected={tab.mode === mode}
          aria-controls="auth-panel"
          replace
          to={{
            pathname: '/auth',
            search: new URLSearchParams([
              ...(tab.mode === 'cadastro' ? [['modo', 'cadastro']] : []),
              ...(back ? [['voltar', back]] : []),
            ]).toString(),
          }}
          className="grid min-h-11 place-items-center rounded-[calc(var(--radius-control)-2px)] text-sm font-semibold text-muted hover:text-text aria-selected:bg-raised aria-selected:text-accent"
        >
          {tab.label}
        </Link>
      ))}
    </div>
  );
}

function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const next = tabs.find((tab) => tab !== document.activeElement);
  next?.focus();
  next?.click();
}

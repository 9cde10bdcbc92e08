import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '../list/empty-state.tsx';
import { RetryLink } from '../form/retry-link.tsx';
import { useRefresh } from '../live/use-refresh.ts';
import { showToast } from './toast.ts';
import { useComeBack } from './use-come-back.ts';

/**
 * What a screen shows when its data cannot be read: the spec's toast, and in the page what happened, what was
 * kept and a way to try again.
 */
export function LoadFailure({ title, description }: { title: string; description: string }) {
  useComeBack(useRefresh(), { evenIfNeverAway: true });
  useEffect(() => {
    console.error(`${title}: ${description}`);
    showToast({ title, description, tone: 'danger' });
  }, [title, description]);
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title={description}>
        <p className="max-w-[48ch] text-sm text-muted">
          O problema é nosso e costuma durar poucos segundos. Nada do que é seu se perdeu. Esta página tenta
          de novo sozinha.
        </p>
        <RetryLink />
      </EmptyState>
    </div>
  );
}

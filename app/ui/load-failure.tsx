import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { showToast } from './toast.ts';

/** What a screen shows when its data cannot be read: the spec's toast, and a way to try again that stays. */
export function LoadFailure({ title, description }: { title: string; description: string }) {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    console.error(`${title}: ${description}`);
    showToast({ title, description, tone: 'danger' });
  }, [title, description]);
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} title={description}>
        <Button loading={state === 'loading'} onClick={() => void revalidate()}>
          Tentar novamente
        </Button>
      </EmptyState>
    </div>
  );
}

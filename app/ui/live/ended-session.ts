import { showToast } from '../feedback/toast.ts';

const PATIENCE_MS = 5_000;

/** Fields that a signed-in person typed into, on this screen and on those before it. */
const fields = new Set<HTMLInputElement>();
let isTold = false;

/** @returns the function that forgets what was typed. */
export function followTyping(document: EventTarget): () => void {
  const note = ({ target }: Event) => void fields.add(target as HTMLInputElement);
  document.addEventListener('input', note);
  return () => {
    document.removeEventListener('input', note);
    fields.clear();
    isTold = false;
  };
}

/**
 * Whether the screen must not be loaded again now: the session ended, so its loaders would lead elsewhere, and take away
 * what is typed. The person is told.
 */
export async function keepsTyped(): Promise<boolean> {
  for (const field of fields) if (!field.isConnected) fields.delete(field);
  if (![...fields].some(({ value }) => value)) return false;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch('/api/live', { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
  const hasEnded = answer?.status === 401;
  if (hasEnded && !isTold) {
    showToast({
      title: 'Sua sessão terminou',
      description: 'O que você digitou continua aqui: entre de novo em outra aba.',
      stays: true,
      about: 'login',
    });
  }
  isTold = hasEnded;
  return hasEnded;
}

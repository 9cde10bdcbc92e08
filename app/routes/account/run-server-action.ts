import { showToastAfterNavigation, type Toast } from '#app/ui/feedback/toast.ts';

/** A success ends in a redirect, so its toast is left for the next screen here, where React Router throws it. */
export async function runServerAction<Result>(
  serverAction: () => Promise<Result>,
  toast: (brandName: string) => Omit<Toast, 'tone'>,
): Promise<Result> {
  try {
    return await serverAction();
  } catch (thrown) {
    const location = thrown instanceof Response ? thrown.headers.get('Location') : null;
    // After the right password a code may be required: nobody is signed in yet.
    if (location !== null && !location.startsWith('/auth/'))
      showToastAfterNavigation((brandName) => ({ ...toast(brandName), tone: 'success' }));
    throw thrown;
  }
}

export const signedIn = () =>
  ({ title: 'Login realizado!', description: 'Bem-vindo de volta!', about: 'login' }) as const;

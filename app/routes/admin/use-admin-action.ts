import { useState } from 'react';
import { showToast } from '#app/ui/feedback/toast.ts';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { callAdminApi, type AdminAnswer } from './call-admin-api.ts';

interface AdminAction {
  path: string;
  body: unknown;
  done: { title: string; description?: string };
  failed: string;
  idempotencyKey?: string;
}

/** The call of a button: shows its answer as a toast and loads the screen again, also if another clerk was faster. */
export function useAdminAction(): {
  isBusy: boolean;
  run: (action: AdminAction) => Promise<AdminAnswer>;
} {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  return {
    isBusy,
    async run({ path, body, done, failed, idempotencyKey }) {
      setBusy(true);
      const answer = await callAdminApi(path, body, 'POST', idempotencyKey);
      setBusy(false);
      if (answer.ok) {
        showToast({ ...done, tone: 'success', about: 'refund' });
      } else {
        console.error(failed, { path, status: answer.status });
        showToast({
          title: failed,
          description: answer.message,
          tone: 'danger',
          stays: true,
          about: 'refund',
        });
      }
      if (answer.ok || answer.status === 409) await refresh();
      return answer;
    },
  };
}

import { useState } from 'react';
import { showToast, type Toast } from '#app/ui/feedback/toast.ts';
import { useRefresh } from '#app/ui/live/use-refresh.ts';
import { callAdminApi, type AdminAnswer } from './call-admin-api.ts';

interface AdminAction {
  path: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  done: { title: string; description?: string };
  failed: string;
  idempotencyKey?: string;
  about?: Toast['about'];
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
    async run({ path, method = 'POST', body, done, failed, idempotencyKey, about = 'refund' }) {
      setBusy(true);
      const answer = await callAdminApi(path, body, method, idempotencyKey);
      setBusy(false);
      if (answer.ok) {
        showToast({ ...done, tone: 'success', about });
      } else {
        console.error(failed, { path, status: answer.status });
        showToast({
          title: failed,
          description: answer.message,
          tone: 'danger',
          stays: true,
          about,
        });
      }
      if (answer.ok || answer.status === 409 || answer.status === 404) await refresh();
      return answer;
    },
  };
}

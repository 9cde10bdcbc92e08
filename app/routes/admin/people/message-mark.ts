import type { MessageMark } from '#shop/messages/mark-message.ts';

const MARKS: readonly MessageMark[] = ['read', 'unread', 'done', 'open'];
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** null for a form that no button of ours posts. */
export function readMessageMark(form: FormData): { id: string; mark: MessageMark } | null {
  const id = form.get('id');
  const mark = MARKS.find((each) => each === form.get('mark'));
  return typeof id === 'string' && UUID.test(id) && mark ? { id, mark } : null;
}

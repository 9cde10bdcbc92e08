import type { OutwardContext } from '#shop/context.ts';
import { explainRefusedCall } from '#shop/outgoing/explain-refused-call.ts';
import type { OutgoingAnswer, OutgoingRefusal } from '#shop/outgoing/outgoing-call.ts';

export type FileCheck =
  | { is: 'alive' }
  /**
   * `failure`: a sentence for staff. `met`: an answer, nobody, or the shop does not call such an address. Where nobody
   * is met, the fault may be the shop's own connection.
   */
  | { is: 'dead'; failure: string; met: 'answer' | 'nobody' | 'refusal' }
  /** The other side says nothing about the file now. */
  | { is: 'unknown' };

const NOBODY: readonly OutgoingRefusal[] = ['unknown_host', 'unreachable', 'timeout'];

/** Asks whether a link still leads to something, by the guarded client and without fetching the file. */
export async function askLink(ctx: OutwardContext, link: string): Promise<FileCheck> {
  const head = judge(await ctx.callOutside({ url: link, method: 'HEAD', headersOnly: true }));
  if (head.is !== 'dead' || head.met !== 'answer') return head;
  // Many hosts refuse HEAD, each in its own way. One byte of the file is proof.
  return judge(
    await ctx.callOutside({ url: link, method: 'GET', headers: { range: 'bytes=0-0' }, headersOnly: true }),
  );
}

function judge(answer: OutgoingAnswer): FileCheck {
  if (!answer.ok) {
    if (answer.reason === 'too_large') return { is: 'alive' };
    return {
      is: 'dead',
      failure: explainRefusedCall(answer.reason),
      met: NOBODY.includes(answer.reason) ? 'nobody' : 'refusal',
    };
  }
  const { status } = answer;
  // 416: the file is there, and empty.
  if (status < 400 || status === 416) return { is: 'alive' };
  if (status === 429) return { is: 'unknown' };
  return { is: 'dead', failure: explainStatus(status), met: 'answer' };
}

function explainStatus(status: number): string {
  if (status === 404 || status === 410) return `O endereço respondeu que o arquivo não existe (${status}).`;
  if (status === 401 || status === 403)
    return `O endereço não deixou a loja entrar (${status}). Confira se o link é público.`;
  return `O endereço respondeu com um erro (${status}).`;
}

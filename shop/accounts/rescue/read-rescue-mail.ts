import type { RescueState } from '#db/schema.ts';
import type { ShopContext } from '#shop/context.ts';
import type { JobRequest } from '#shop/jobs.ts';
import { maskAddress } from './mask-address.ts';
import { rescueToken } from './rescue-token.ts';

type News = Extract<JobRequest, { name: 'mail-rescue' }>['data'];

/** To whom a mail of a rescue goes, and what it says; null: it is not true any more. */
export async function readRescueMail(ctx: ShopContext, { rescueId, kind }: News) {
  const rescue = await ctx.db
    .selectFrom('email_rescues')
    .selectAll()
    .where('id', '=', rescueId)
    .executeTakeFirst();
  if (!rescue || !STATES[kind].includes(rescue.state)) return null;
  // Who never confirmed the new address waits for nothing.
  if (kind === 'dropped-new' && rescue.confirmed_at === null) return null;
  const { appUrl } = ctx.settings;
  const answer = (which: 'stop' | 'confirm') => `${appUrl}/troca-de-email/${rescueToken(ctx, which, rescue)}`;
  const url = {
    'asked-old': answer('stop'),
    'asked-new': answer('confirm'),
    'stopped-new': `${appUrl}/contato`,
    'dropped-old': `${appUrl}/contato`,
    'dropped-new': `${appUrl}/contato`,
    'done-old': `${appUrl}/contato`,
    'done-new': `${appUrl}/auth`,
  }[kind];
  return {
    to: kind.endsWith('-old') ? rescue.old_email : rescue.new_email,
    url,
    oldEmail: maskAddress(rescue.old_email),
    newEmail: maskAddress(rescue.new_email),
    dueAt: rescue.due_at,
  };
}

const STATES: Record<News['kind'], readonly RescueState[]> = {
  'asked-old': ['waiting'],
  'asked-new': ['waiting'],
  'stopped-new': ['stopped'],
  'dropped-old': ['refused', 'cancelled'],
  'dropped-new': ['refused', 'cancelled'],
  'done-old': ['done'],
  'done-new': ['done'],
};

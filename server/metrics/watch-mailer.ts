import type { Mailer } from '#shop/messages/mailer.ts';
import type { ShopContext } from '#shop/context.ts';

/** The same mailer, which measures each mail and makes it a step of its trace. To whom it goes stays here. */
export function watchMailer(
  mailer: Mailer,
  { metrics, tracing }: Pick<ShopContext, 'metrics' | 'tracing'>,
): Mailer {
  return {
    ...mailer,
    async send(mail) {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        await tracing.step({ name: 'send mail', kind: 'client' }, () => mailer.send(mail));
        outcome = 'ok';
      } finally {
        metrics.observe('fulgor_mail_seconds', { outcome }, (performance.now() - startedAt) / 1000);
      }
    },
  };
}

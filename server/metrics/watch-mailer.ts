import type { Mailer } from '#shop/messages/mailer.ts';
import type { Metrics } from '#shop/metrics/metrics.ts';

/** The same mailer, which measures each mail. */
export function watchMailer(mailer: Mailer, metrics: Metrics): Mailer {
  return {
    ...mailer,
    async send(mail) {
      const startedAt = performance.now();
      let outcome = 'failed';
      try {
        await mailer.send(mail);
        outcome = 'ok';
      } finally {
        metrics.observe('fulgor_mail_seconds', { outcome }, (performance.now() - startedAt) / 1000);
      }
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Mailer } from '#shop/messages/mailer.ts';
import { forgetFiles } from './storage/forget-files.ts';

/** The time-out for a silent server is short, because other mails wait. */
const SILENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** The time-out also for a server that sends a byte now and then. */
const PATIENCE_MS = 60_000;

/** SMTP if configured; otherwise each mail becomes an `.eml` file that any mail program opens. */
export function createMailer(options: {
  smtpUrl: string | null;
  from: string;
  directory: string;
  appUrl: string;
  /** The time for one mail, from beginning to end. */
  patienceMs?: number;
}): Mailer {
  const domain = new URL(options.appUrl).hostname;
  let opened: Promise<Transporter> | undefined;
  async function open(): Promise<Transporter> {
    // Loaded with the first mail, not at the start of the shop.
    const { createTransport } = await import('nodemailer');
    return options.smtpUrl
      ? createTransport({ url: options.smtpUrl, ...SILENCE }, { from: options.from })
      : createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from: options.from });
  }

  return {
    async send(mail) {
      const transport = await (opened ??= open());
      const info: { message?: unknown } = await transport.sendMail({
        to: mail.to,
        ...(mail.replyTo === undefined ? {} : { replyTo: mail.replyTo }),
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        messageId: `<${mail.id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(options.patienceMs ?? PATIENCE_MS),
      });
      if (!Buffer.isBuffer(info.message)) return;
      await mkdir(options.directory, { recursive: true });
      const path = join(options.directory, `${mail.id}.eml`);
      // A job that another process took over may run twice at once.
      const part = `${path}.${randomUUID()}.part`;
      await writeFile(part, info.message);
      await rename(part, path);
    },
    // A shop with SMTP may have files from before, and a crash leaves an incomplete one.
    forget: (before, atMost) =>
      forgetFiles({ directory: options.directory, endings: ['.eml', '.part'] }, before, atMost),
  };
}

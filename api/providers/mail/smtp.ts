import { createTransport } from 'nodemailer';
import { type Mail, MailRefused, MailUnavailable } from './mail.ts';

/** A server that does not answer must hold up the rest for seconds, not for nodemailer's minutes. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Sends over SMTP (SMTP_URL).
 * @param from who the letters are from, and who is answered
 * @param domain what the letters' ids end in
 */
export function createSmtpMail(options: {
  url: string;
  from: { name: string; address: string };
  domain: string;
}): Mail {
  // A password that is sent before the connection is sealed is everybody's on the way.
  const requireTLS = new URL(options.url).password !== '';
  const transport = createTransport({ url: options.url, requireTLS, ...patience });
  return {
    kind: 'smtp',
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          // The same letter again has the same id, by which mail servers know it again.
          messageId: `<${id}@${options.domain}>`,
          from: options.from,
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw inOurWords(error);
      }
    },
  };
}

/** Without the server's own words: they repeat the address, and what is thrown is logged. */
function inOurWords(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const what = [code, command, responseCode].filter(Boolean).join(' ') || 'no reason given';
  const aboutTheLetter = command === 'RCPT TO' || command === 'DATA';
  const isInvalid = code === 'EENVELOPE' && command === 'API';
  if (isInvalid || (aboutTheLetter && responseCode !== undefined && responseCode >= 500))
    return new MailRefused(`the mail server refused a letter (${what})`);
  return new MailUnavailable(`the mail server took nothing on (${what})`);
}

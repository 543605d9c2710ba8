import { createTransport } from 'nodemailer';
import { type Mail, MailRefused, MailUnavailable, markCid } from './mail.ts';

/** A server that does not answer may delay the others for seconds, not for nodemailer's minutes. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mark stands in the letter; mail programs do not list it as a file. */
const inline = {
  filename: 'mark.png',
  cid: markCid,
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
};

/**
 * Sends over SMTP (SMTP_URL).
 * @param from the sender, who also gets the answers
 * @param domain the end of the letters' ids
 */
export function createSmtpMail(options: {
  url: string;
  from: () => { name: string; address: string };
  domain: string;
}): Mail {
  // A password sent before the connection is encrypted could be read on the way.
  const requireTLS = new URL(options.url).password !== '';
  const transport = createTransport({ url: options.url, requireTLS, ...patience });
  return {
    kind: 'smtp',
    async send({ id, to, subject, text, html, mark }) {
      try {
        await transport.sendMail({
          // A repeated letter has the same id, by which mail servers recognise it.
          messageId: `<${id}@${options.domain}>`,
          from: options.from(),
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(mark && { attachments: [{ ...inline, content: mark }] }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw inOurWords(error);
      }
    },
  };
}

/** The server's own words are left out: they repeat the address, and errors are logged. */
function inOurWords(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const what = [code, command, responseCode].filter(Boolean).join(' ') || 'no reason given';
  const aboutTheLetter = command === 'RCPT TO' || command === 'DATA';
  const isInvalid = code === 'EENVELOPE' && command === 'API';
  if (isInvalid || (aboutTheLetter && responseCode !== undefined && responseCode >= 500))
    return new MailRefused(`the mail server refused a letter (${what})`);
  return new MailUnavailable(`the mail server took nothing on (${what})`);
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../core/clock.ts';
import { type Mail, markCid } from '../../providers/mail/mail.ts';
import { mailboxPage } from './page.ts';
import { openMailboxStore } from './store.ts';

export const mailboxPath = '/sandbox/mailbox';

export interface MailboxSandbox {
  mail: Mail;
  /** Serves the page at `/sandbox/mailbox`. */
  handle(req: IncomingMessage, res: ServerResponse): void;
  close(): void;
}

/** Stores letters in the sandbox's folder instead of sending them; everybody may read all of them. */
export function createMailbox(options: {
  dataDir: string;
  publicUrl: string;
  timeZone: () => string;
  businessName: () => string;
  /** The address of the display font. */
  font: string;
  clock: Clock;
}): MailboxSandbox {
  const store = openMailboxStore(options.dataDir);
  return {
    mail: {
      kind: 'mailbox',
      async send(letter) {
        const { mark, html, ...rest } = letter;
        const source = `data:image/png;base64,${mark?.toString('base64')}`;
        const page = mark ? html.replaceAll(`cid:${markCid}`, source) : html;
        store.add({ ...rest, html: page, at: options.clock.now().toISOString() });
      },
    },
    handle(req, res) {
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.writeHead(405, { allow: 'GET, HEAD' }).end();
        return;
      }
      const { searchParams } = new URL(req.url ?? mailboxPath, options.publicUrl);
      const id = searchParams.get('letter');
      if (id !== null) return showLetter(res, store.find(id)?.html);
      const nonce = randomBytes(16).toString('base64');
      const page = mailboxPage({
        letters: store.all(),
        nonce,
        origin: options.publicUrl,
        timeZone: options.timeZone(),
        name: options.businessName(),
        font: options.font,
        only: searchParams.get('to'),
      });
      res.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
      });
      res.end(page);
    },
    close: () => store.close(),
  };
}

/**
 * Answers with a letter as a mail program would show it, for a frame of the mailbox: no script runs and nothing is
 * loaded, whatever the letter says.
 */
function showLetter(res: ServerResponse, html: string | undefined): void {
  if (!html) {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  res.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
    'cache-control': 'no-store',
  });
  res.end(html);
}

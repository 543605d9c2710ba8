import { timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Controls } from '../controls/controls.ts';
import { type Context, pageToken } from '../core/context.ts';
import type { Log } from '../core/log.ts';
import type { ApiAnswer, ApiRequest } from '../server/api.ts';
import { errorAnswer } from '../server/api.ts';
import { readCall, refuseKey, sendAnswer } from '../server/http.ts';
import { hostedInvoicePage, hostedInvoiceStyles } from './hosted-invoice.ts';

/** The path under which the product's server mounts the pages and calls for browsers. */
export const mount = '/sandbox/payments';

export interface BrowserOptions {
  ctx: Context;
  keys: { secretKey: string; publishableKey: string };
  controls: Controls;
  /** The bundled script. */
  scriptFile: URL | undefined;
  serve(call: ApiRequest): ApiAnswer;
  log: Log;
}

const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the provider's script, its calls with the publishable key, and hosted invoice pages. */
export function createBrowserHandler({ ctx, keys, controls, scriptFile, serve, log }: BrowserOptions) {
  const script = scriptFile && existsSync(scriptFile) ? readFileSync(scriptFile, 'utf8') : null;

  function send(res: ServerResponse, status: number, type: string, body: string) {
    res.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    res.end(body);
  }

  function sendInvoice(res: ServerResponse, id: string, token: string) {
    const wanted = Buffer.from(pageToken(keys.secretKey, 'invoices', id));
    const given = Buffer.from(token);
    const opens = wanted.length === given.length && timingSafeEqual(wanted, given);
    const invoice = opens ? ctx.store.get('invoice', id) : undefined;
    if (!invoice) return send(res, 404, 'text/plain', 'Not found');
    return send(res, 200, 'text/html', hostedInvoicePage(invoice, `${mount}/invoice.css`));
  }

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://sandbox');
    const path = url.pathname.startsWith(`${mount}/`) ? url.pathname.slice(mount.length) : url.pathname;
    if (path.startsWith('/v1/')) {
      const refused = refuseKey(req, keys.publishableKey);
      if (refused) return sendAnswer(res, refused, 0);
      const answer = serve(await readCall(req, url, path, 'browser'));
      // A browser logs every 4xx as an error of the page, but a declined card is none.
      res.setHeader('sandbox-status', answer.status);
      return sendAnswer(res, { ...answer, status: 200 }, controls.latencyMs());
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') return send(res, 405, 'text/plain', 'Not allowed');
    if (path === '/stripe.js') {
      if (script !== null) return send(res, 200, 'text/javascript', script);
      return send(res, 503, 'text/plain', 'The script has not been bundled.');
    }
    if (path === '/invoice.css') return send(res, 200, 'text/css', hostedInvoiceStyles);
    const [, id, token] = /^\/invoices\/(in_\w+)\/([\w-]+)$/.exec(path) ?? [];
    if (id && token) return sendInvoice(res, id, token);
    return send(res, 404, 'text/plain', 'Not found');
  }

  return (req: IncomingMessage, res: ServerResponse): void => {
    handle(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'payments sandbox failed');
      if (res.headersSent) res.destroy();
      else {
        const failed = errorAnswer(500, { type: 'api_error', message: 'The sandbox failed; see its log.' });
        sendAnswer(res, failed, 0).catch(() => res.destroy());
      }
    });
  };
}

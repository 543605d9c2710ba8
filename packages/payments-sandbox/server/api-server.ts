import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ControlCommand, Controls } from '../controls/controls.ts';
import type { Log } from '../core/log.ts';
import { type ApiAnswer, type ApiRequest, errorAnswer } from './api.ts';
import { readBody, readCall, refuseKey, sendAnswer } from './http.ts';

export interface ServerOptions {
  secretKey: string;
  controls: Controls;
  control(command: ControlCommand): void;
  state(): SandboxState;
  settled(): Promise<void>;
  serve(call: ApiRequest): ApiAnswer;
  log: Log;
}

/** The answer of `GET /control`. */
export interface SandboxState {
  /** The sandbox's own time in unix seconds. */
  now: number;
  /** The number of webhooks still to be delivered, now or later. */
  webhooksPending: number;
}

function keyInUse(key: string): ApiAnswer {
  return errorAnswer(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

/**
 * The sandbox's own loopback listener, which other machines cannot reach. It serves `/v1/*` for the SDK with the
 * secret key. For tests it serves `POST /control` (JSON, see `controlCommand`) and `GET /control`. With `?settled`
 * the latter waits until every webhook is delivered or given up.
 */
export function createApiServer(options: ServerOptions) {
  const { secretKey, controls, control, state, settled, serve, log } = options;
  const server: Server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'payments sandbox failed');
      if (res.headersSent) res.destroy();
      else {
        const failed = errorAnswer(500, { type: 'api_error', message: 'The sandbox failed; see its log.' });
        sendAnswer(res, failed, 0).catch(() => res.destroy());
      }
    });
  });

  /** The idempotency keys of calls not answered yet. */
  const running = new Set<string>();

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://sandbox');
    if (url.pathname === '/control' && req.method === 'GET') {
      if (url.searchParams.has('settled')) await settled();
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(state()));
      return;
    }
    if (url.pathname === '/control' && req.method === 'POST') {
      // A page of another origin can send this type only after a preflight request, which is never answered.
      if (req.headers['content-type'] !== 'application/json') {
        res.writeHead(415).end();
        return;
      }
      control(JSON.parse(await readBody(req)) as ControlCommand);
      res.writeHead(204).end();
      return;
    }
    const call = await readCall(req, url, url.pathname, 'server');
    const refused = refuseKey(req, secretKey);
    if (refused) return sendAnswer(res, refused, 0);
    const key = call.method === 'POST' ? call.idempotencyKey : null;
    if (key === null) return answer(req, res, call);
    if (running.has(key)) return sendAnswer(res, keyInUse(key), 0);
    running.add(key);
    try {
      return await answer(req, res, call);
    } finally {
      running.delete(key);
    }
  }

  async function answer(req: IncomingMessage, res: ServerResponse, call: ApiRequest) {
    const failure = controls.takeFailure();
    if (failure !== null) {
      const type = failure === 429 ? 'rate_limit_error' : 'api_error';
      return sendAnswer(res, errorAnswer(failure, { type, message: 'Asked to fail.' }), controls.latencyMs());
    }
    const served = serve(call);
    if (call.method !== 'GET' && controls.takeDrop()) {
      req.socket.destroy();
      return;
    }
    return sendAnswer(res, served, controls.latencyMs());
  }

  return {
    /** Port 0 takes any free one. */
    async listen(wanted = 0): Promise<{ host: string; port: number; protocol: 'http' }> {
      if (!server.listening) {
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
        });
      }
      const { address, port } = server.address() as AddressInfo;
      return { host: address, port, protocol: 'http' };
    },
    async close(): Promise<void> {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiAnswer, type ApiRequest, errorAnswer } from './api.ts';
import type { ControlCommand, Controls } from './controls.ts';
import { readBody, readCall, refuseKey, sendAnswer } from './http.ts';
import type { Log } from './log.ts';

export interface ServerOptions {
  secretKey: string;
  controls: Controls;
  control(command: ControlCommand): void;
  serve(call: ApiRequest): ApiAnswer;
  log: Log;
}

/**
 * The sandbox's own loopback listener: `/v1/*` as the SDK calls it, with the secret key, and `POST /control`
 * (JSON, see `controlCommand`) for tests, which is not reachable from anywhere else.
 */
export function createApiServer({ secretKey, controls, control, serve, log }: ServerOptions) {
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

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? '/', 'http://sandbox');
    if (url.pathname === '/control' && req.method === 'POST') {
      // A page of another origin can't send this type without being asked first, and nobody answers that.
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
    const failure = controls.takeFailure();
    if (failure !== null) {
      const type = failure === 429 ? 'rate_limit_error' : 'api_error';
      return sendAnswer(res, errorAnswer(failure, { type, message: 'Asked to fail.' }), controls.latencyMs());
    }
    const answer = serve(call);
    if (call.method !== 'GET' && controls.takeDrop()) {
      req.socket.destroy();
      return;
    }
    return sendAnswer(res, answer, controls.latencyMs());
  }

  return {
    async listen(): Promise<{ host: string; port: number; protocol: 'http' }> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(0, '127.0.0.1', resolve);
      });
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

import type { Conditions } from './conditions.ts';
import type { Process, ProcessLife } from './processes.ts';
import type { Draw } from './random.ts';
import type { Server, ServerAnswer } from './server.ts';
import type { Timeline } from './timeline.ts';

const sendingMs = 20_000;

/** The network between a device and the server, with the faults of the present conditions. */
export function unsteadyNetwork({
  timeline,
  draw,
  conditions,
  life,
  server,
}: {
  timeline: Timeline;
  draw: Draw;
  conditions: Conditions;
  life: ProcessLife;
  server: Server;
}) {
  /** Sends one request and its answer. A request under way arrives or fails even if its sender has been killed. */
  function exchange(ask: () => ServerAnswer): Promise<ServerAnswer> {
    const { network } = conditions;
    return new Promise((resolve, reject) => {
      const fails = (ms: number) =>
        timeline.at(timeline.now() + ms, () => reject(new TypeError('Failed to fetch')));
      if (network === 'down') return fails(1);
      if (network === 'portal')
        return timeline.at(timeline.now() + 20, () =>
          resolve({ status: 200, body: draw.one(['<html>Welcome</html>', '{"ok":true}']) }),
        );
      if (draw.chance(conditions.weather.loseRequest)) return fails(draw.one([5, sendingMs]));
      if (draw.chance(conditions.weather.busy))
        return resolve({ status: 429, body: '{}', headers: { 'retry-after': String(draw.upTo(30)) } });
      if (draw.chance(conditions.weather.unwell)) return resolve({ status: 503, body: 'Bad gateway' });
      // A request may still arrive after its sender has stopped waiting.
      const arrives = network === 'silent' ? sendingMs + draw.upTo(60_000) : draw.upTo(300);
      timeline.at(timeline.now() + arrives, () => {
        const response = ask();
        if (arrives >= sendingMs) return;
        if (draw.chance(conditions.weather.loseAnswer)) return fails(draw.one([5, sendingMs]));
        if (draw.chance(conditions.weather.unwellAfter)) return resolve({ status: 502, body: 'Bad gateway' });
        timeline.at(timeline.now() + draw.upTo(300), () => resolve(response));
      });
      if (arrives >= sendingMs) fails(sendingMs);
    });
  }

  return {
    /** The `fetch` of one process. */
    fetchOf(process: Process): typeof fetch {
      return async (path, init) => {
        await life.step(process);
        const headers = init?.headers as Record<string, string>;
        const request = {
          method: init?.method ?? 'GET',
          path: String(path),
          session: conditions.session,
          person: headers['hearthkeep-person'] ?? null,
          key: headers['idempotency-key'] ?? '',
          body: typeof init?.body === 'string' ? init.body : null,
        };
        const response = await exchange(() => server.answer(request));
        await life.step(process);
        return new Response(response.body, {
          status: response.status,
          ...(response.headers && { headers: response.headers }),
        });
      };
    },
  };
}
export type UnsteadyNetwork = ReturnType<typeof unsteadyNetwork>;

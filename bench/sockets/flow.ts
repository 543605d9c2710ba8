import { clientsOf, converse, perConversation, startAll } from './conversations.ts';
import type { Fleet } from './fleet.ts';

export interface Flow {
  /**
   * Runs for this time.
   * @returns the time of each message to each of its readers, in ms, from the writing on
   * @throws if a message did not reach all of them in time
   */
  run(seconds: number): Promise<number[]>;
  stop(): void;
}

const tickMs = 5;
/** Messages under way at the end of a run arrive within this time. */
const lastMs = 2_000;

/** Messages at an even rate, and the time of each to everyone in its conversation. */
export async function startFlow(
  fleet: Fleet,
  { clients: count, messagesASecond }: { clients: number; messagesASecond: number },
): Promise<Flow> {
  const clients = clientsOf(await converse(fleet.db, fleet.servers, count));
  let times: number[] = [];
  for (const client of clients)
    client.onMessage = ({ content }) => times.push(performance.now() - Number(content.split(' ')[1]));
  await startAll(clients);
  let written = 0;
  return {
    async run(seconds) {
      times = [];
      const began = performance.now();
      const before = written;
      for (let now = began; now < began + seconds * 1000; now = performance.now()) {
        // In a shuffled order, so that one conversation is not written in by all at once.
        for (const due = ((now - began) / 1000) * messagesASecond; written - before < due; written++)
          clients[(written * 7) % clients.length]?.write(`${written} ${performance.now()}`);
        await new Promise((resolve) => setTimeout(resolve, tickMs));
      }
      const readings = (written - before) * perConversation;
      const until = performance.now() + lastMs;
      while (times.length < readings && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, tickMs));
      if (times.length !== readings)
        throw new Error(`${readings} readings were to come in time, and ${times.length} came`);
      return times;
    },
    stop() {
      for (const client of clients) client.stop();
    },
  };
}

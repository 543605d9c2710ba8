interface Event {
  at: number;
  order: number;
  run: () => void;
}

/** A simulated clock. It runs one event at a time, and waits for the event's promises before the next one. */
export function aTimeline(longest: number) {
  const events: Event[] = [];
  let now = 0;
  let order = 0;

  const before = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const swap = (i: number, j: number) => {
    [events[i], events[j]] = [events[j] as Event, events[i] as Event];
  };
  const push = (event: Event) => {
    let at = events.push(event) - 1;
    for (let up = (at - 1) >> 1; at > 0 && before(event, events[up] as Event); up = (at - 1) >> 1) {
      swap(at, up);
      at = up;
    }
  };
  const pop = (): Event | undefined => {
    const first = events[0];
    const last = events.pop();
    if (!first || !last || first === last) return first;
    events[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      for (const child of [left, right])
        if (child < events.length && before(events[child] as Event, events[least] as Event)) least = child;
      if (least === at) return first;
      swap(at, least);
      at = least;
    }
  };

  return {
    now: () => now,
    at(time: number, run: () => void): void {
      order += 1;
      push({ at: Math.max(now, time), order, run });
    },
    /** Runs the events up to a time, or all of them. @throws if there are more than `longest` events */
    async run(until = Number.POSITIVE_INFINITY): Promise<void> {
      for (let steps = 0; events[0] && events[0].at <= until; steps += 1) {
        if (steps > longest) throw new Error(`More than ${longest} events, and no end`);
        const event = pop() as Event;
        now = event.at;
        event.run();
        // The event waits for promises alone, never for real time, so all of them have settled after this.
        await new Promise(setImmediate);
      }
      if (Number.isFinite(until)) now = Math.max(now, until);
    },
  };
}
export type Timeline = ReturnType<typeof aTimeline>;

import type { Browser, Page } from 'playwright';

/** The parts of a frame, by the browser's names for what its main thread does. */
const parts = {
  script:
    /^(?:FunctionCall|EventDispatch|FireAnimationFrame|TimerFire|RunMicrotasks|V8\.|v8\.|MajorGC|MinorGC)/,
  style: /^(?:UpdateLayoutTree|RecalcStyle|IntersectionObserverController)/,
  layout: /^(?:Layout|LocalFrameView)/,
  paint: /^(?:PrePaint|Paint|Layerize|UpdateLayer|Commit|CompositeLayers)/,
} as const;

type Part = keyof typeof parts | 'other';

/** What happened while something was done. */
export interface Frames {
  /** The ms between the page's frames. */
  between: number[];
  /** The ms of the main thread's own processor time for each frame, whatever else the machine does. */
  work: number[];
  /** The ms of each part for a frame, of the main thread's own processor time. */
  costs: Record<Part, number>;
  /** The ms for a frame in which other threads drew pixels. */
  rasterMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Measures the frames of a page while something is done in it, and where the browser's trace says they went. */
export async function measureFrames(browser: Browser, page: Page, act: () => Promise<void>): Promise<Frames> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'toplevel', 'cc', '__metadata'] });
  await page.evaluate(() => {
    const at: number[] = [];
    const next = (now: number) => {
      at.push(now);
      if (at === Reflect.get(globalThis, 'frameTimes')) requestAnimationFrame(next);
    };
    Object.assign(globalThis, { frameTimes: at });
    requestAnimationFrame(next);
  });
  await act();
  const at = await page.evaluate(() => {
    const times: number[] = Reflect.get(globalThis, 'frameTimes');
    Reflect.deleteProperty(globalThis, 'frameTimes');
    return times;
  });
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  return {
    between: at.slice(1).map((time, n) => time - (at[n] ?? time)),
    ...costsOf(traceEvents, at.length),
  };
}

function costsOf(events: readonly TraceEvent[], frames: number): Omit<Frames, 'between'> {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  const nameOf = (all: readonly TraceEvent[]) =>
    all.find(({ name }) => name === 'thread_name')?.args?.name ?? '';
  const costs: Frames['costs'] = { script: 0, style: 0, layout: 0, paint: 0, other: 0 };
  let rasterMs = 0;
  // Of several pages the one that painted most is measured.
  const mains = [...threads.values()].filter((all) => nameOf(all) === 'CrRendererMain');
  const [main = []] = mains.sort((a, b) => b.length - a.length);
  for (const [part, ms] of ownTimes(main)) costs[part] += ms / frames;
  for (const all of threads.values())
    if (/^CompositorTileWorker|^ThreadPoolForeground/.test(nameOf(all)))
      for (const { name, dur = 0 } of all) if (/RasterTask/.test(name)) rasterMs += dur / 1000 / frames;
  return { costs, rasterMs, work: workOf(main) };
}

/** The processor time of the tasks up to each frame's rendering, in ms. */
function workOf(events: readonly TraceEvent[]): number[] {
  const work: number[] = [];
  let sum = 0;
  let ends = 0;
  let renders = false;
  const spans = events
    .filter(({ ph }) => ph === 'X')
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  for (const { name, ts, dur = 0, tdur = dur } of spans) {
    if (ts >= ends) {
      if (renders) work.push(sum);
      if (renders) sum = 0;
      renders = false;
      sum += tdur / 1000;
      ends = ts + dur;
    }
    renders ||= name === 'FireAnimationFrame';
  }
  return work;
}

/** The time of each event without those within it. */
function ownTimes(events: readonly TraceEvent[]): Map<Part, number> {
  const times = new Map<Part, number>();
  const open: { part: Part; ends: number }[] = [];
  const spans = events
    .filter(({ ph, dur }) => ph === 'X' && dur !== undefined)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const add = (part: Part, ms: number) => times.set(part, (times.get(part) ?? 0) + ms);
  for (const { name, ts, dur = 0, tdur = dur } of spans) {
    while (open.length > 0 && (open.at(-1)?.ends ?? 0) <= ts) open.pop();
    const around = open.at(-1);
    const known = (Object.keys(parts) as (keyof typeof parts)[]).find((part) => parts[part].test(name));
    const part = known ?? around?.part ?? 'other';
    add(part, tdur / 1000);
    if (around) add(around.part, -tdur / 1000);
    open.push({ part, ends: ts + dur });
  }
  return times;
}

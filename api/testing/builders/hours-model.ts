/** A paid invoice of a plan, as the ledger receives it. */
export interface ModelInvoice {
  id: string;
  kind: 'period' | 'upgrade';
  /** The minutes that it grants. */
  minutes: number;
  periodStart: string;
  periodEnd: string;
}

interface Pool extends ModelInvoice {
  start: string;
  expires: string;
  left: number;
  /** The refunded percentage of its price, and what each refund took at which percentage. */
  refunded: number;
  losses: { percent: number; minutes: number }[];
}

interface Work {
  at: string;
  takes: { pool: Pool; minutes: number }[];
  over: number;
}

/** The expected hours of one member: pools of minutes, and the use of each booking, in memory. */
export class HoursModel {
  readonly pools: Pool[] = [];
  readonly works = new Map<string, Work>();

  grant(invoice: ModelInvoice, now: string): void {
    if (this.pools.some((pool) => pool.id === invoice.id)) return;
    this.pools.push({
      ...invoice,
      start: invoice.periodStart,
      expires: threeMonthsOnInSydney(invoice.periodEnd),
      left: invoice.minutes,
      refunded: 0,
      losses: [],
    });
    this.#withdraw(now);
  }

  /** The percentage of an invoice's price that is refunded now. */
  refund(invoice: string, percent: number, now: string): void {
    for (const pool of this.pools) if (pool.id === invoice) pool.refunded = percent;
    this.#withdraw(now);
  }

  settle(booking: string, minutes: number, at: string, now: string): void {
    const before = this.works.get(booking);
    if ((before ? minutesOf(before) : 0) === minutes) return;
    for (const { pool, minutes } of before?.takes ?? []) pool.left += minutes;
    const work: Work = { at, takes: [], over: minutes };
    this.works.set(booking, work);
    this.#pay(work);
    this.#withdraw(now);
  }

  /** Takes the refunded share of what each pool has and refunds have taken; then the rest covers overage. */
  #withdraw(now: string): void {
    for (const pool of this.pools.filter(({ expires }) => expires > now)) {
      const failed = pool.losses.filter(({ percent }) => percent > pool.refunded);
      pool.losses = pool.losses.filter((loss) => !failed.includes(loss));
      pool.left += lossesOf(failed);
      const taken = lossesOf(pool.losses);
      const share = Math.round(((pool.left + taken) * pool.refunded) / 100);
      const minutes = Math.max(0, share - taken);
      if (minutes) pool.losses.push({ percent: pool.refunded, minutes });
      pool.left -= minutes;
    }
    this.#cover();
  }

  /** The minutes used in the running period, including those past the balance; and the minutes available now. */
  balance(now: string): { used: number; remaining: number } {
    const period = this.pools
      .filter((pool) => pool.kind === 'period' && pool.periodStart <= now && now < pool.periodEnd)
      .at(-1);
    const inPeriod = [...this.works.values()].filter(
      ({ at }) => period && period.periodStart <= at && at < period.periodEnd,
    );
    return {
      used: inPeriod.reduce((sum, work) => sum + minutesOf(work), 0),
      remaining: this.#serving(now).reduce((sum, pool) => sum + pool.left, 0),
    };
  }

  #serving(at: string): Pool[] {
    return this.pools
      .filter((pool) => pool.start <= at && at < pool.expires)
      .sort((a, b) => order(a.expires, b.expires) || order(a.start, b.start) || order(a.kind, b.kind));
  }

  #pay(work: Work): void {
    for (const pool of this.#serving(work.at)) {
      const minutes = Math.min(pool.left, work.over);
      if (minutes === 0) continue;
      pool.left -= minutes;
      work.over -= minutes;
      work.takes.push({ pool, minutes });
    }
  }

  #cover(): void {
    const over = [...this.works.values()].filter((work) => work.over > 0);
    for (const work of over.sort((a, b) => order(a.at, b.at))) this.#pay(work);
  }
}

export const minutesOf = (work: Work): number =>
  work.takes.reduce((sum, { minutes }) => sum + minutes, work.over);

/** The minutes that refunds took. */
export const lossesOf = (losses: Pool['losses']): number =>
  losses.reduce((sum, { minutes }) => sum + minutes, 0);

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/**
 * Three months later by Sydney's calendar and clock: the later of a repeated hour, and the time after a skipped one.
 */
export function threeMonthsOnInSydney(instant: string): string {
  const wall = (at: number) => wallClock.format(at).match(/\d+/g)?.map(Number) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = wall(Date.parse(instant));
  const last = new Date(Date.UTC(year, month + 3, 0)).getUTCDate();
  const wanted = Date.UTC(year, month + 2, Math.min(day, last), hour, minute, second);
  const [standard, summer] = [10, 11].map((offset) => wanted - offset * 3_600_000) as [number, number];
  const shows = (at: number) => {
    const [y = 0, m = 0, d = 0, ...time] = wall(at);
    return Date.UTC(y, m - 1, d, ...time) === wanted;
  };
  return new Date(!shows(standard) && shows(summer) ? summer : standard).toISOString();
}

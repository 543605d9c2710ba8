const week = 7;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * The place of the day to which a key moves, of `total` days; `null` for a key that moves to none. Weeks of the strip
 * begin with its first day.
 */
export function movedByKey(key: string, at: number, total: number): number | null {
  const moves: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - week,
    PageDown: at + week,
    Home: at - (at % week),
    End: at - (at % week) + week - 1,
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), total - 1);
}

/** 'Nov 2026', 'Nov – Dec 2026' or 'Dec 2026 – Jan 2027' of the days on screen. */
export function stripMonths(from: string, until: string): string {
  const [of, to] = [from, until].map((day) => ({
    month: months[Number(day.slice(5, 7)) - 1],
    year: day.slice(0, 4),
  }));
  if (!of || !to) return '';
  if (of.month === to.month && of.year === to.year) return `${of.month} ${of.year}`;
  return of.year === to.year
    ? `${of.month} – ${to.month} ${to.year}`
    : `${of.month} ${of.year} – ${to.month} ${to.year}`;
}

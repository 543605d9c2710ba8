/** A sum of Australian cents in a letter, for example `$260.40`. */
export const money = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2 })}`;

/** A day in a letter, for example `Friday 27 November`. */
export const dateOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-AU', { timeZone, weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(instant),
  );

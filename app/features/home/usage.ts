interface Hours {
  usedHours: string;
  monthlyHours: number;
}

/** Used hours over monthly hours, times 100; 0 when there are none a month (spec §9). */
export function usagePercent({ usedHours, monthlyHours }: Hours): number {
  return monthlyHours > 0 ? (Number(usedHours) / monthlyHours) * 100 : 0;
}

/** What is left of the month's own hours, to one decimal (spec §9); never less than none. */
export function remainingThisMonth({ usedHours, monthlyHours }: Hours): string {
  return Math.max(0, monthlyHours - Number(usedHours)).toFixed(1);
}

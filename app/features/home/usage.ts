interface Hours {
  usedHours: string;
  monthlyHours: number;
}

/** Used hours divided by monthly hours, times 100; 0 without monthly hours (spec §9). */
export function usagePercent({ usedHours, monthlyHours }: Hours): number {
  return monthlyHours > 0 ? (Number(usedHours) / monthlyHours) * 100 : 0;
}

/** The rest of the month's own hours, to one decimal (spec §9); never below 0. */
export function remainingThisMonth({ usedHours, monthlyHours }: Hours): string {
  return Math.max(0, monthlyHours - Number(usedHours)).toFixed(1);
}

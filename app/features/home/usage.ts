interface Hours {
  usedHours: string;
  monthlyHours: number;
}

/** Used hours divided by monthly hours, times 100; 0 without monthly hours (spec §9). */
export function usagePercent({ usedHours, monthlyHours }: Hours): number {
  return monthlyHours > 0 ? (Number(usedHours) / monthlyHours) * 100 : 0;
}

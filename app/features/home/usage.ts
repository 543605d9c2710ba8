/** Used hours over monthly hours, times 100; 0 when there are none a month (spec §9). */
export function usagePercent({
  usedHours,
  monthlyHours,
}: {
  usedHours: string;
  monthlyHours: number;
}): number {
  return monthlyHours > 0 ? (Number(usedHours) / monthlyHours) * 100 : 0;
}

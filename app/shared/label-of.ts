/**
 * The words for a value that the server named. A page that stays open through a release, or a stored answer of another
 * release, may meet a value that its table lacks: its own name is shown then ('no_show' as 'No show').
 */
export function labelOf<K extends string>(labels: Record<K, string>, value: K): string {
  const words = value.replaceAll('_', ' ');
  return labels[value] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

import { clockWords, type Opening, weekdays } from '../../../api/contract/rules/business/opening.ts';

/** The hours of a week, equal neighbours in one line: 'Monday to Friday: 8 am to 8 pm'. */
export function weekLines(week: Opening['week']): string[] {
  const words = week.map((hours) =>
    hours
      ? `${clockWords(hours.from)} to ${hours.until === 24 * 60 ? 'midnight' : clockWords(hours.until)}`
      : 'no visits',
  );
  const lines: string[] = [];
  for (let first = 0; first < words.length; ) {
    let last = first;
    while (last + 1 < words.length && words[last + 1] === words[first]) last += 1;
    const days = first === last ? weekdays[first] : `${weekdays[first]} to ${weekdays[last]}`;
    lines.push(`${last - first === 6 ? 'Every day' : days}: ${words[first]}`);
    first = last + 1;
  }
  return lines;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** From here on it is pressing. */
const soonMs = 30 * minuteMs;
/** The last minutes are counted in seconds. */
const lastMs = 5 * minuteMs;

export interface Due {
  level: 'good' | 'soon' | 'late';
  /** Says the level too: it is told by more than a colour. */
  text: string;
}

/** How the promise of an answer stands at `now`. */
export function dueOf(answerBy: string, now: number): Due {
  const left = Date.parse(answerBy) - now;
  if (left <= 0)
    return { level: 'late', text: left > -minuteMs ? 'Overdue now' : `Overdue by ${span(-left)}` };
  if (left <= lastMs) return { level: 'soon', text: `Due in ${clock(left)}` };
  if (left <= soonMs) return { level: 'soon', text: `Due soon: ${span(left)} left` };
  return { level: 'good', text: `On time: ${span(left)} left` };
}

/** How often that changes, in ms: by the minute, in the last five by the second. */
export const stepOf = (answerBy: readonly string[], now: number): number | null => {
  if (!answerBy.length) return null;
  const counted = answerBy.some((at) => {
    const left = Date.parse(at) - now;
    return left > 0 && left <= lastMs + minuteMs;
  });
  return counted ? secondMs : minuteMs;
};

/** "1 h 25 min", "25 min", past a day "2 days". */
function span(ms: number): string {
  if (ms >= 48 * hourMs) return `${Math.floor(ms / (24 * hourMs))} days`;
  const minutes = Math.floor(ms / minuteMs);
  const hours = Math.floor(minutes / 60);
  if (!hours) return `${Math.max(1, minutes)} min`;
  return minutes % 60 && hours < 24 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/** "4:32". */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / secondMs);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

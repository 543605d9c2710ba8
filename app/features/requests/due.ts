const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** The remaining time from which the answer is urgent. */
const soonMs = 30 * minuteMs;
/** The remaining time from which seconds are counted. */
const lastMs = 5 * minuteMs;

export interface Due {
  level: 'good' | 'soon' | 'late';
  /** The text names the level too, so that the colour is not the only sign. */
  text: string;
}

/** The state of the promised answer at `now`. */
export function dueOf(answerBy: string, now: number): Due {
  const left = Date.parse(answerBy) - now;
  if (left <= 0)
    return { level: 'late', text: left > -minuteMs ? 'Overdue now' : `Overdue by ${span(-left)}` };
  if (left <= lastMs) return { level: 'soon', text: `Due in ${clock(left)}` };
  if (left <= soonMs) return { level: 'soon', text: `Due soon: ${span(left)} left` };
  return { level: 'good', text: `On time: ${span(left)} left` };
}

/** The interval of updates in ms: a minute, and a second in the last five minutes. */
export const stepOf = (answerBy: readonly string[], now: number): number | null => {
  if (!answerBy.length) return null;
  const counted = answerBy.some((at) => {
    const left = Date.parse(at) - now;
    return left > 0 && left <= lastMs + minuteMs;
  });
  return counted ? secondMs : minuteMs;
};

/** "1 h 25 min", "25 min", and "2 days" for longer times. */
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

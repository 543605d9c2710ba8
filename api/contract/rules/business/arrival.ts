/** Two times of day, '9:30 am' and '10:30 am', as an arrival window: '9:30 – 10:30 am', '11:30 am – 12:30 pm'. */
export function windowText(from: string, until: string): string {
  const isOneHalf = from.slice(-2) === until.slice(-2);
  return `${isOneHalf ? from.slice(0, -3) : from} – ${until}`;
}

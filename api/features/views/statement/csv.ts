import type { HoursLine } from '../../../contract/schemas/hours.ts';
import { type Cell, csvFile } from '../../../core/csv.ts';
import { dayOf } from '../../../core/wall-clock.ts';

const kinds: Record<HoursLine['kind'], string> = {
  granted: 'Granted',
  upgrade: 'Upgrade',
  given: 'From the team',
  used: 'Used',
  taken_back: 'Returned',
  overage: 'Over your hours',
  expired: 'Expired',
  frozen: 'Disputed at the bank',
  refunded: 'Refunded',
};

const columns = [
  'Date',
  'What',
  'Hours',
  'Balance',
  'Service',
  'Work done',
  'Plan',
  'Period start',
  'Period end',
  'Expires',
  'Booking',
  'Reason',
];

/** A member's statement as a file for spreadsheets, page by page; days are in `timeZone`. */
export function statementCsv(pages: AsyncIterable<HoursLine[]>, timeZone: string): AsyncGenerator<string> {
  return csvFile(columns, pages, (line) => cellsOf(line, timeZone));
}

function cellsOf({ grant, booking, ...line }: HoursLine, timeZone: string): Cell[] {
  const day = (at: string | undefined | null) => (at ? dayOf(at, timeZone) : null);
  return [
    day(line.at),
    kinds[line.kind],
    line.hours,
    line.balance,
    booking?.service ?? null,
    day(line.workedAt),
    grant?.plan ?? null,
    day(grant?.periodStart),
    day(grant?.periodEnd),
    day(grant?.expiresAt),
    booking?.id ?? null,
    line.reason ?? null,
  ];
}

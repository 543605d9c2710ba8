import { TZDate } from '@date-fns/tz';
import type { HoursLine } from '../../contract/entities.ts';
import { plans } from '../../contract/plans.ts';

type Cell = string | number | null;

const kinds: Record<HoursLine['kind'], string> = {
  granted: 'Granted',
  upgrade: 'Upgrade',
  used: 'Used',
  taken_back: 'Given back',
  overage: 'Over your hours',
  expired: 'Expired',
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
];

/** A member's statement as a file for spreadsheets, page by page; days are those of `timeZone`. */
export async function* statementCsv(
  pages: AsyncIterable<HoursLine[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const lines of pages) yield lines.map((line) => csvRow(cellsOf(line, timeZone))).join('');
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
    grant && plans[grant.tier].name,
    day(grant?.periodStart),
    day(grant?.periodEnd),
    day(grant?.expiresAt),
    booking?.id ?? null,
  ];
}

/** One record of RFC 4180, safe to open in a spreadsheet: text that it would take for a formula is marked as text. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** '2026-11-21'. */
function dayOf(at: string, timeZone: string): string {
  const local = new TZDate(at, timeZone);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`;
}

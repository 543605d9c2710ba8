/** The content of one cell. */
export type Cell = string | number | null;

/** One record of RFC 4180. Text that a spreadsheet would read as a formula is marked as text. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

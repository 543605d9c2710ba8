/** The content of one cell. */
export type Cell = string | number | null;

/** Without this mark, spreadsheets read a file in their own code page. */
const byteOrderMark = '\ufeff';

/**
 * A table as a file for spreadsheets (RFC 4180), piece by piece: first the heading, then a piece for each page. Every
 * text is quoted.
 * @param cellsOf the cells of a row, in the order of the columns
 */
export async function* csvFile<T>(
  columns: readonly string[],
  pages: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  cellsOf: (row: T) => readonly Cell[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(columns);
  for await (const page of pages) if (page.length) yield page.map((row) => csvRow(cellsOf(row))).join('');
}

const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * The beginning of a formula, also in the letters of full width. A spreadsheet that splits at another character than
 * the comma sees the beginning of a cell after each of these, in spite of the quotes, and takes quotes there away. So
 * the dash of a list is marked, too.
 */
const formula = /(?<=^|[",;|\t\r\n])(?=[=+\-@＝＋－＠\t\r])/g;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return cell === null ? '' : `"${cell.replace(formula, "'").replaceAll('"', '""')}"`;
}

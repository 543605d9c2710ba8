import { type ReactNode, useId } from 'react';
import { oneText } from '../../lib/one-text.ts';
import { changeText } from './figures.ts';

export interface BarRow {
  key: string;
  label: ReactNode;
  now: number;
  before: number;
  /** A colour of the palette; pine by default. */
  color?: string;
}

/**
 * Figures as bars, this month's above a thin one of the month before. It is a table: the numbers are beside the
 * bars.
 */
export function BarTable({
  title,
  rows,
  names,
  text = (n) => n.toLocaleString('en-AU'),
  within = false,
  children,
}: {
  title: string;
  rows: readonly BarRow[];
  names: { now: string; before: string };
  text?: (value: number) => string;
  /** Whether the table is in a card with others, under the card's title. */
  within?: boolean;
  children?: ReactNode;
}) {
  const id = useId();
  const Heading = within ? 'h4' : 'h3';
  const most = Math.max(1, ...rows.flatMap(({ now, before }) => [now, before]));
  return (
    <section className={within ? 'report-within' : 'report-part'} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
      <table className="report-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{title}</span>
            </th>
            <th scope="col">{names.now}</th>
            <th scope="col" className="report-wide">
              {names.before}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, now, before, color }) => (
            <tr key={key}>
              <th scope="row">
                <span className="report-label">{label}</span>
                <span className="report-narrow">{oneText`${text(before)} in ${names.before}`}</span>
                <svg
                  className={`report-bar ${color ?? ''}`}
                  viewBox="0 0 100 14"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect className="ground" width="100" height="9" rx="0.6" />
                  <rect width={(Math.max(0, now) / most) * 100} height="9" rx="0.6" />
                  <rect className="before" y="11" width={(Math.max(0, before) / most) * 100} height="3" />
                </svg>
              </th>
              <td>{text(now)}</td>
              <td className="report-wide muted" title={changeText(now, before)}>
                {text(before)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

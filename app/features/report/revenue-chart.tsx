import type { Report } from '../../../api/contract/schemas/report.ts';
import { formatMoney } from '../../lib/money.ts';

const [width, height] = [240, 170];
const column = 72;
const base = height - 26;
const top = 24;

/** Two columns, the month before and this one, with a layer for each source; refunds are cut off at the top. */
export function RevenueChart({
  now,
  before,
  names,
}: {
  now: Report['revenue'];
  before: Report['revenue'];
  names: { now: string; before: string };
}) {
  const paid = (revenue: Report['revenue']) => revenue.reduce((sum, { paidCents }) => sum + paidCents, 0);
  const most = Math.max(1, paid(now), paid(before));
  const scale = (cents: number) => (cents / most) * (base - top);
  const columns = [
    { key: 'before', name: names.before, revenue: before, x: 24 },
    { key: 'now', name: names.now, revenue: now, x: width - 24 - column },
  ];
  return (
    <svg className="report-columns" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className="base" d={`M8 ${base}H${width - 8}`} />
      {columns.map(({ key, name, revenue, x }) => {
        let y = base;
        return (
          <g key={key} className={key}>
            {revenue.map(({ source, paidCents, refundedCents }) => {
              const whole = scale(paidCents);
              const back = Math.min(whole, scale(refundedCents));
              y -= whole;
              return (
                <g key={source} className={`source-${source}`}>
                  <rect x={x} y={y + back} width={column} height={whole - back} />
                  {back > 0 && <rect className="refunded" x={x} y={y} width={column} height={back} />}
                </g>
              );
            })}
            <text x={x + column / 2} y={y - 7}>
              {formatMoney(paid(revenue), { trimZeros: true })}
            </text>
            <text className="name" x={x + column / 2} y={height - 8}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

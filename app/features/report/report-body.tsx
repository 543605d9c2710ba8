import type { Report, RevenueSource } from '../../../api/contract/schemas/report.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';
import { labelOf } from '../../shared/label-of.ts';
import { Money } from '../../ui/money.tsx';
import { Answers } from './answers.tsx';
import { BarTable } from './bar-table.tsx';
import { bookingCount, changeText, hoursText, keptCents, sumOf, waitText } from './figures.ts';
import { nameOf } from './months.ts';
import { RevenueChart } from './revenue-chart.tsx';

const sourceNames: Record<RevenueSource, string> = {
  plans: 'Plans',
  one_time: 'One-time payments',
  quotes: 'Custom quotes',
};
const hourNames = {
  granted: 'Granted',
  given: 'Given by the team',
  used: 'Used',
  expired: 'Expired',
  withdrawn: 'Refunded or disputed',
  overage: 'Overage',
} as const;
const hourKeys = ['granted', 'given', 'used', 'expired', 'withdrawn', 'overage'] as const;

interface Both {
  now: Report;
  before: Report;
}

/** A month in figures and charts, beside the month before, for the screen and for paper. */
export function ReportBody({ now, before }: Both) {
  const names = { now: nameOf(now.month), before: nameOf(before.month) };
  return (
    <div className="report-body">
      <Heads now={now} before={before} />
      <Revenue now={now} before={before} />
      <BarTable
        title="Hours"
        names={names}
        text={hoursText}
        rows={hourKeys
          // In most months the team gives no hours, and nothing is refunded or disputed.
          .filter((key) => (key !== 'given' && key !== 'withdrawn') || now.hours[key] || before.hours[key])
          .map((key) => ({
            key,
            label: hourNames[key],
            now: now.hours[key],
            before: before.hours[key],
            ...(key === 'overage' && { color: 'late' }),
            ...((key === 'expired' || key === 'withdrawn') && { color: 'slate' }),
          }))}
      >
        <p className="muted">
          Of all customers in the calendar month, by the day on which the work was entered. Used and overage
          together are the hours used. A customer’s own page counts from the start of that customer’s month.
        </p>
      </BarTable>
      <BarTable
        title="Bookings by category"
        names={names}
        rows={now.bookings.byCategory.map(({ id, name, color, count }) => ({
          key: id,
          label: name,
          color,
          now: count,
          before: before.bookings.byCategory.find((category) => category.id === id)?.count ?? 0,
        }))}
      />
      <BarTable
        title="Bookings by status"
        names={names}
        rows={now.bookings.byStatus.map(({ status, count }) => ({
          key: status,
          label: labelOf(statusLabels, status),
          color: status,
          now: count,
          before: before.bookings.byStatus.find((other) => other.status === status)?.count ?? 0,
        }))}
      />
      <BarTable
        title="Ratings"
        names={names}
        rows={[5, 4, 3, 2, 1].map((stars) => ({
          key: String(stars),
          label: `${stars} ${stars === 1 ? 'star' : 'stars'}`,
          color: 'gold',
          now: now.ratings.stars[stars - 1] ?? 0,
          before: before.ratings.stars[stars - 1] ?? 0,
        }))}
      />
      <Answers now={now} before={before} />
    </div>
  );
}

function Heads({ now, before }: Both) {
  const rating = (average: number | null) => average?.toFixed(2) ?? '–';
  const waited = ({ responses }: Report) => responses.requests.medianMinutes;
  const heads = [
    {
      label: 'Revenue kept',
      value: formatMoney(keptCents(now)),
      than: changeText(keptCents(now), keptCents(before)),
    },
    {
      label: 'Bookings',
      value: bookingCount(now).toLocaleString('en-AU'),
      than: changeText(bookingCount(now), bookingCount(before)),
    },
    {
      label: 'Hours used, of all customers',
      value: hoursText(now.hours.used + now.hours.overage),
      than: changeText(now.hours.used + now.hours.overage, before.hours.used + before.hours.overage),
    },
    {
      label: reviewsText(sumOf(now.ratings.stars)),
      value: rating(now.ratings.average),
      than: `${rating(before.ratings.average)} in ${nameOf(before.month)}`,
      isFigure: true,
    },
    {
      label: 'Answer to a request',
      value: waitText(waited(now)),
      than: `${waitText(waited(before))} in ${nameOf(before.month)}`,
      isFigure: true,
    },
  ];
  return (
    <dl className="report-heads">
      {heads.map(({ label, value, than, isFigure }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="report-figure">{value}</span>
            <span className="muted">{isFigure ? than : `${than} ${thanWhat(than, before.month)}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const reviewsText = (count: number): string =>
  count ? `Rating of ${count} ${count === 1 ? 'review' : 'reviews'}` : 'Rating';

/** '+12 % on October', 'the same as October', 'none before'. */
const thanWhat = (change: string, month: string): string =>
  change === 'none before' ? '' : `${change.endsWith('same') ? 'as' : 'on'} ${nameOf(month)}`;

function Revenue({ now, before }: Both) {
  const names = { now: nameOf(now.month), before: nameOf(before.month) };
  return (
    <section className="report-part wide" aria-label="Revenue">
      <h3>Revenue</h3>
      <div className="report-revenue">
        <figure>
          <RevenueChart now={now.revenue} before={before.revenue} names={names} />
          <figcaption className="report-legend">
            {now.revenue.map(({ source }) => (
              <span key={source}>
                <span className={`report-dot source-${source}`} />
                <span>{labelOf(sourceNames, source)}</span>
              </span>
            ))}
            <span>
              <span className="report-dot refunded" />
              Refunded
            </span>
          </figcaption>
        </figure>
        <table className="report-table">
          <thead>
            <tr>
              <th scope="col">Source</th>
              <th scope="col" className="report-wide">
                Paid
              </th>
              <th scope="col" className="report-wide">
                Refunded
              </th>
              <th scope="col">Kept</th>
            </tr>
          </thead>
          <tbody>
            {now.revenue.map(({ source, ...money }) => (
              <Sums key={source} name={labelOf(sourceNames, source)} {...money} />
            ))}
          </tbody>
          <tfoot>
            <Sums name="Together" {...together(now)} />
            <Sums name={names.before} {...together(before)} isBefore />
          </tfoot>
        </table>
      </div>
    </section>
  );
}

type Sum = Pick<Report['revenue'][number], 'payments' | 'paidCents' | 'refundedCents'>;

const together = ({ revenue }: Report): Sum => ({
  payments: sumOf(revenue.map(({ payments }) => payments)),
  paidCents: sumOf(revenue.map(({ paidCents }) => paidCents)),
  refundedCents: sumOf(revenue.map(({ refundedCents }) => refundedCents)),
});

const Sums = ({
  name,
  payments,
  paidCents,
  refundedCents,
  isBefore = false,
}: Sum & { name: string; isBefore?: boolean }) => (
  <tr className={isBefore ? 'muted' : undefined}>
    <th scope="row">
      <span className="report-label">{name}</span>
      <span className="report-count">
        <span>{oneText`${payments.toLocaleString('en-AU')} ${payments === 1 ? 'payment' : 'payments'}`}</span>
        <span className="report-narrow">
          {oneText`${formatMoney(paidCents)} paid, ${formatMoney(refundedCents)} refunded`}
        </span>
      </span>
    </th>
    <td className="report-wide">{formatMoney(paidCents)}</td>
    <td className="report-wide">{formatMoney(refundedCents)}</td>
    <td>
      <Money cents={paidCents - refundedCents} />
    </td>
  </tr>
);

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ScheduledBooking } from '../../../../api/contract/schemas/schedule.ts';
import { PriorityMark } from '../../../shared/priority-mark.tsx';
import { Vouched } from '../../../shared/vouched.tsx';
import type { Level } from './words.ts';

/** One line: its time, what it is about and for whom, its state, and its one action. The whole line opens it. */
export function Row({
  href,
  mark,
  title,
  customer,
  hasPriority,
  detail,
  children,
}: {
  href: string;
  mark: ReactNode;
  title: string;
  /** Left out for a line about a worker. */
  customer?: ScheduledBooking['customer'];
  hasPriority?: boolean;
  detail?: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="today-row" data-row>
      <span className="today-mark">{mark}</span>
      <span className="today-about">
        <Link to={href} className="today-open">
          <strong dir="auto">{title || customer?.name}</strong>
        </Link>
        <span className="today-rest">
          {customer && title && <span dir="auto">{customer.name}</span>}
          {customer && <Vouched by={customer} />}
          {hasPriority && <PriorityMark />}
          {detail && <span className="today-detail">{detail}</span>}
        </span>
      </span>
      <span className="today-act">{children}</span>
    </li>
  );
}

export const Mark = ({ level, children }: { level: Level; children: ReactNode }) => (
  <span className={`today-pill ${level}`}>{children}</span>
);

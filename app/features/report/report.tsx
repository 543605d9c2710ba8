import './report.css';
import './report-charts.css';
import '../../ui/ionic/paper.css';
import './report-print.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { chevronBackOutline, chevronForwardOutline, printOutline } from 'ionicons/icons';
import { createPortal } from 'react-dom';
import { useBusinessName, useZone } from '../../lib/session.ts';
import { monthsLater } from '../../lib/time/calendar-days.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { choices, monthNow, titleOf } from './months.ts';
import { reportQuery } from './queries.ts';
import { ReportBody } from './report-body.tsx';

/**
 * The report of a month, beside the month before, for the screen and for printing.
 * @param shown whether the page is visible
 * @param month such as 2026-11
 * @param onMonth called with the chosen month, for the address
 */
export function MonthReport({
  shown,
  month,
  onMonth,
}: {
  shown: boolean;
  month: string;
  onMonth: (month: string) => void;
}) {
  const zone = useZone();
  const business = useBusinessName();
  const read = { enabled: shown, placeholderData: keepPreviousData, refetchOnMount: true };
  const now = useQuery({ ...reportQuery(month), ...read });
  const before = useQuery({ ...reportQuery(monthsLater(month, -1)), ...read });
  const error = now.error ?? before.error;
  const current = monthNow(zone);
  const waits = now.isPlaceholderData || before.isPlaceholderData;
  return (
    <div className="report">
      <div className="report-tools">
        <Months month={month} current={current} onMonth={onMonth} />
        <Button
          kind="quiet"
          size="small"
          icon={printOutline}
          off={!now.data || !before.data || waits}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      {now.data && before.data ? (
        <div aria-busy={waits || undefined}>
          <h2 className="report-title">{titleOf(now.data.month)}</h2>
          <p className="muted">{noteOf(now.data.month, current)}</p>
          <ReportBody now={now.data} before={before.data} />
          {shown &&
            createPortal(
              <div className="report-sheet on-paper" aria-hidden="true">
                <div className="report-sheet-head">
                  <p className="report-sheet-brand">{business}</p>
                  <p>Report</p>
                </div>
                <p className="report-sheet-title">{titleOf(now.data.month)}</p>
                <p className="muted">{noteOf(now.data.month, current)}</p>
                <ReportBody now={now.data} before={before.data} />
              </div>,
              document.body,
            )}
        </div>
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void now.refetch();
            void before.refetch();
          }}
        />
      ) : (
        <Skeleton label="Loading the report" cards={4} />
      )}
    </div>
  );
}

function Months({
  month,
  current,
  onMonth,
}: {
  month: string;
  current: string;
  onMonth: (month: string) => void;
}) {
  return (
    <div className="row">
      <button
        type="button"
        className="icon-button"
        aria-label="Earlier month"
        onClick={() => onMonth(monthsLater(month, -1))}
      >
        <Icon src={chevronBackOutline} />
      </button>
      <SelectField
        label="Month"
        value={month}
        onChange={(event) => onMonth(event.target.value)}
        options={choices(month, current).map((value) => ({ value, label: titleOf(value) }))}
      />
      <button
        type="button"
        className="icon-button"
        aria-label="Later month"
        disabled={month >= current}
        onClick={() => onMonth(monthsLater(month, 1))}
      >
        <Icon src={chevronForwardOutline} />
      </button>
    </div>
  );
}

const noteOf = (month: string, current: string): string =>
  `${month === current ? 'The month is not over: these are its figures until now. ' : ''}${
    month > current ? 'The month has not begun. ' : ''
  }Refunds are taken off the month of its payment. Thin bars and grey figures are the month before.`;

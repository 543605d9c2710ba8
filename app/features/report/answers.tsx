import { useId } from 'react';
import { type Report, type Responses, waitSteps } from '../../../api/contract/schemas/report.ts';
import { oneText } from '../../lib/one-text.ts';
import { BarTable } from './bar-table.tsx';
import { shareText, waitText } from './figures.ts';
import { nameOf } from './months.ts';

const stepNames = ['Within 30 min', 'Within 2 h', 'Within 8 h', 'Within a day', 'Longer'];
const kinds: { kind: keyof Report['responses']; title: string; none: string; soon: string }[] = [
  {
    kind: 'requests',
    title: 'Custom requests',
    none: 'Nobody made a request.',
    soon: 'within 2 hours',
  },
  { kind: 'chats', title: 'Live chat', none: 'Nobody wrote in the chat.', soon: 'within 2 hours' },
  {
    kind: 'threads',
    title: "Bookings' threads",
    none: 'Nobody wrote first in a thread.',
    soon: 'within 2 hours',
  },
];

/** The time until the team's first answer, for each kind, beside the month before. */
export function Answers({ now, before }: { now: Report; before: Report }) {
  const id = useId();
  const names = { now: nameOf(now.month), before: nameOf(before.month) };
  return (
    <section className="report-part wide" aria-labelledby={id}>
      <h3 id={id}>First answers</h3>
      <div className="report-answers">
        {kinds.map(({ kind, title, none, soon }) => {
          const [these, those] = [now.responses[kind], before.responses[kind]];
          return (
            <BarTable
              key={kind}
              title={title}
              within
              names={names}
              rows={waitSteps.map((step, index) => ({
                key: String(step),
                label: stepNames[index],
                now: these.waits[index] ?? 0,
                before: those.waits[index] ?? 0,
                ...(step === null && { color: 'late' }),
              }))}
            >
              {these.asked ? (
                <Median now={these} before={those} name={names.before} soon={soon} />
              ) : (
                <p className="muted">{none}</p>
              )}
            </BarTable>
          );
        })}
      </div>
    </section>
  );
}

function Median({
  now,
  before,
  name,
  soon,
}: {
  now: Responses;
  before: Responses;
  name: string;
  soon: string;
}) {
  const { asked: questions, answered, medianMinutes, waits } = now;
  const inTime = (waits[0] ?? 0) + (waits[1] ?? 0);
  const waiting = questions - answered;
  return (
    <div className="report-median">
      <p>
        <span className="report-figure">{waitText(medianMinutes)}</span>{' '}
        <span className="muted">
          {answered > 0 && <span>{'median, '}</span>}
          <span className="together">{oneText`${waitText(before.medianMinutes)} in ${name}`}</span>
        </span>
      </p>
      <p className="muted">
        {[
          answered > 0 && `${shareText(inTime, answered)} ${soon}`,
          waiting > 0 && `${waiting.toLocaleString('en-AU')} not answered yet`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

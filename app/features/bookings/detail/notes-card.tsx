import './notes-card.css';
import { type Described, linesOf } from '../../../shared/bookings/details.ts';
import { Card } from '../../../ui/card.tsx';

/**
 * The customer's notes from the booking form, line by line.
 * @param tels numbers to dial, by the text that shows them
 */
export function NotesCard({ booking, tels = {} }: { booking: Described; tels?: Record<string, string> }) {
  const lines = linesOf(booking);
  const labelled = lines.filter((line) => line.label !== null);
  const plain = lines.filter((line) => line.label === null);
  return (
    <Card>
      <h2>Initial notes</h2>
      {plain.map((line) => (
        <p key={line.text} className="plain-notes">
          {line.text}
        </p>
      ))}
      {labelled.length > 0 && (
        <dl className="facts">
          {labelled.map((line) => (
            <div key={`${line.label}: ${line.text}`}>
              <dt>{line.label}</dt>
              <dd>{tels[line.text] ? <a href={`tel:${tels[line.text]}`}>{line.text}</a> : line.text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

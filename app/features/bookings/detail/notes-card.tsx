import './notes-card.css';
import { readNotes } from '../../../../api/contract/facts/booking-details.ts';
import { Card } from '../../../ui/card.tsx';

/**
 * The customer's notes from the booking form, line by line.
 * @param tels numbers to dial, by the label of their line
 */
export function NotesCard({ notes, tels = {} }: { notes: string; tels?: Record<string, string> }) {
  const lines = readNotes(notes);
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
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>
                {line.label && tels[line.label] ? (
                  <a href={`tel:${tels[line.label]}`}>{line.text}</a>
                ) : (
                  line.text
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

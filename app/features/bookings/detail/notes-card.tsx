import './notes-card.css';
import { labelOfDetail } from '../../../../api/contract/rules/booking-details.ts';
import { answerPhotosOf, type Described, linesOf, withOneAddress } from '../../../shared/bookings/details.ts';
import { Photos } from '../../../shared/photos/photos.tsx';
import { Card } from '../../../ui/card.tsx';

/** A telephone number, which stands in one line. */
const isNumber = /^[+(]?\d[\d ()-]{5,20}$/;
const ownWords = [labelOfDetail('description'), labelOfDetail('notes')];

/**
 * The details of the booking form: who and where, line by line, and the customer's own words and answers.
 * @param tels numbers to dial, by the text that shows them
 */
export function NotesCard({
  booking,
  tels = {},
}: {
  booking: Described & { id: string };
  tels?: Record<string, string>;
}) {
  const questions = booking.answers?.map(({ question }) => question) ?? [];
  const lines = withOneAddress(linesOf(booking));
  const isOwn = ({ label }: (typeof lines)[number]) =>
    label === null || ownWords.includes(label) || questions.includes(label);
  const photos = answerPhotosOf(booking);
  const [words, facts] = [lines.filter(isOwn), lines.filter((line) => !isOwn(line))];
  return (
    <Card className="notes-card">
      {facts.length > 0 && <h2>Who and where</h2>}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map((line) => (
            <div key={`${line.label}: ${line.text}`}>
              <dt>{line.label}</dt>
              <dd className={isNumber.test(line.text) ? 'notes-number' : undefined}>
                {tels[line.text] ? <a href={`tel:${tels[line.text]}`}>{line.text}</a> : line.text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(words.length > 0 || photos.length > 0) && <h2>Initial notes</h2>}
      {words.map(({ label, text }) => (
        <p key={`${label}: ${text}`} className="plain-notes">
          {label !== null && questions.includes(label) && <span className="muted">{label}</span>}
          <span>{text}</span>
        </p>
      ))}
      {photos.map(({ question, photo }) => (
        <div key={photo.id} className="plain-notes photo-answer">
          <span className="muted" dir="auto">
            {question}
          </span>
          <Photos bookingId={booking.id} photos={[photo]} of={question} mine={false} />
        </div>
      ))}
    </Card>
  );
}

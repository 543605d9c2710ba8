import '../../../ui/ionic/paper.css';
import './job-sheet.css';
import { createPortal } from 'react-dom';
import type { BookingDetail } from '../../../../api/contract/schemas/bookings.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useBusinessName, useConfig } from '../../../lib/session.ts';
import { formatExact } from '../../../lib/time/dates.ts';
import { answerPhotosOf, linesOf } from '../../../shared/bookings/details.ts';
import { statusLabels } from '../../../shared/bookings/status-badge.tsx';
import { labelOf } from '../../../shared/label-of.ts';
import { type ShownPhoto, usePhoto } from '../../../shared/photos/photo-file.ts';
import { paymentText } from '../consequence.ts';
import { hoursText, shortId } from '../filters.ts';

/**
 * The booking on one sheet of paper, invisible on the screen. It is outside the app's element, whose pages scroll.
 */
export default function JobSheet({ booking, zone }: { booking: BookingDetail; zone: string }) {
  const config = useConfig();
  const { service, scheduledDate, windowMinutes, completedDate, actualHours } = booking;
  const facts: [string, string | null][] = [
    ['Service', service.name],
    ['Category', service.category.name],
    ['Scheduled', scheduledDate ? formatExact(scheduledDate, zone, windowMinutes) : 'To be scheduled'],
    ['Estimated', hoursText(booking.estimatedHours)],
    ['Completed', completedDate && formatExact(completedDate, zone)],
    ['Actual', actualHours === null ? null : hoursText(actualHours)],
    ['Payment', paymentText(booking)],
  ];
  const notes = linesOf(booking).filter(({ text }) => text.trim());
  return createPortal(
    <div className="job-sheet on-paper" aria-hidden="true">
      <div className="job-head">
        <p className="job-brand">{useBusinessName()}</p>
        <p>{oneText`Booking #${shortId(booking.id)} · ${labelOf(statusLabels, booking.status)}`}</p>
      </div>
      <p className="job-title">{service.name}</p>
      <table>
        <tbody>
          {facts.map(
            ([name, value]) =>
              value && (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ),
          )}
          {notes.map(({ label, text }) => (
            <tr key={`${label}${text}`}>
              <th scope="row">{label ?? 'Notes'}</th>
              <td>{text}</td>
            </tr>
          ))}
          {answerPhotosOf(booking).map(({ question, photo }) => (
            <PrintedPhoto key={photo.id} bookingId={booking.id} question={question} photo={photo} />
          ))}
        </tbody>
      </table>
      <p className="job-label">On the day</p>
      <div className="job-lines" />
      {config && <p className="job-foot">{oneText`${config.supportPhone} · ${config.supportEmail}`}</p>}
    </div>,
    document.body,
  );
}

function PrintedPhoto({
  bookingId,
  question,
  photo,
}: {
  bookingId: string;
  question: string;
  photo: ShownPhoto;
}) {
  const { url } = usePhoto({ bookingId, id: photo.id, size: 'large' });
  return (
    <tr>
      <th scope="row">{question}</th>
      <td>{url ? <img src={url} alt="" /> : 'Photo'}</td>
    </tr>
  );
}

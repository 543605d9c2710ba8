import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { detailColumns } from '../api/features/records/bookings/booking-details/booking-details.table.ts';
import { presentBooking } from '../api/features/records/bookings/bookings.presenter.ts';
import type { BookingRow } from '../api/features/records/bookings/bookings.repository.ts';
import { presentService } from '../api/features/records/catalogue/catalogue.presenter.ts';
import type { ServiceRow } from '../api/features/records/catalogue/catalogue.repository.ts';
import { presentMessage } from '../api/features/records/messages/messages.presenter.ts';
import type { MessageRow } from '../api/features/records/messages/messages.repository.ts';

/** The lower limit: node:http and prepared statements with one person's answers, and nothing else. */
const [userId = ''] = process.argv.slice(2);
const db = new SqliteDatabase(join(process.env.DATA_DIR ?? '', 'hearthkeep.sqlite'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.pragma('busy_timeout = 5000');

const bookings = db.prepare<[string], BookingRow>(`
  SELECT b.id, b.user_id, b.status, b.created_at, b.scheduled_date, b.completed_date, b.estimated_minutes,
    b.actual_minutes, ${detailColumns.join(', ')}, b.review, b.rating, b.payment_type, b.unpaid_since,
    NULL AS request_id, NULL AS quote_until, NULL AS extra_minutes, NULL AS disputed,
    NULL AS worker_name, NULL AS worker_picture, s.picture AS service_picture,
    s.id AS service_id, s.name AS service_name, s.estimated_minutes AS service_estimated_minutes,
    c.name AS category_name, c.color AS category_color,
    c.icon AS category_icon, u.email AS user_email
  FROM bookings b
  JOIN services s ON s.id = b.service_id
  JOIN service_categories c ON c.id = s.category_id
  JOIN users u ON u.id = b.user_id
  LEFT JOIN booking_details d ON d.booking_id = b.id
  WHERE b.user_id = ?
  ORDER BY b.created_at DESC, b.id DESC LIMIT 20`);
/** The rating of every service where everybody signs in as a persona. */
const rating = { mean: 4.8, count: null };
const services = db.prepare<[], ServiceRow>(`
  SELECT s.id, s.slug, s.name, s.description, s.price_cents, s.estimated_minutes, s.category_id,
    s.included, s.search_words, s.booked_by, s.notice_hours, s.drawing, s.version,
    c.name AS category_name, c.color AS category_color, c.icon AS category_icon
  FROM services s JOIN service_categories c ON c.id = s.category_id
  WHERE s.active = 1 AND c.active = 1 ORDER BY c.position, s.position, s.id`);
const insert = db.prepare<[string, string, string, string, string, string, string], MessageRow>(`
  INSERT INTO messages (id, booking_id, seq, sender_id, sender_type, message, client_id, created_at)
  VALUES (?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM messages WHERE booking_id = ?), ?, 'customer', ?, ?, ?)
  RETURNING *`);

const server = createServer((req, res) => {
  if (req.url?.startsWith('/api/bookings?')) answer(res, bookings.all(userId).map(presentBooking));
  else if (req.url === '/api/services')
    answer(
      res,
      services.all().map((row) => presentService(row, rating)),
    );
  else store(req, res);
});

function store(req: IncomingMessage, res: ServerResponse): void {
  let text = '';
  req.setEncoding('utf8');
  req.on('data', (chunk) => {
    text += chunk;
  });
  req.on('end', () => {
    const { bookingId, message } = JSON.parse(text);
    const key = String(req.headers['idempotency-key']);
    const now = new Date().toISOString();
    const row = insert.get(randomUUID(), bookingId, bookingId, userId, message, key, now);
    if (row) answer(res, presentMessage(row, [], userId));
  });
}

function answer(res: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  res.end(text);
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.({ port: (server.address() as AddressInfo).port, cookie: '' });
process.once('disconnect', () => process.exit(0));

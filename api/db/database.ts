import type { Kysely, Transaction } from 'kysely';
import type {
  GoneSessionTable,
  LogoutTokenTable,
  SessionTable,
  UserTable,
  UserWordTable,
} from '../features/account/account.table.ts';
import type {
  AccountDeletionTable,
  LeftAtProviderTable,
} from '../features/account-deletion/account-deletion.table.ts';
import type { AuditActTable } from '../features/audit/audit.table.ts';
import type { InvoiceTable } from '../features/billing/billing.table.ts';
import type {
  BookingCountTable,
  BookingMoveTable,
  BookingStatusChangeTable,
  BookingTable,
} from '../features/bookings/bookings.table.ts';
import type { CalendarLinkTable } from '../features/calendar/calendar.table.ts';
import type { CardChangeTable } from '../features/cards/cards.table.ts';
import type { ServiceCategoryTable, ServiceTable } from '../features/catalogue/catalogue.table.ts';
import type { CannedReplyTable, ChatMessageTable, ConversationTable } from '../features/chat/chat.table.ts';
import type { PaymentTable } from '../features/checkout/checkout.table.ts';
import type {
  CustomRequestTable,
  RequestWordTable,
} from '../features/custom-requests/custom-requests.table.ts';
import type { DataExportTable } from '../features/data-export/data-export.table.ts';
import type { DisputeTable } from '../features/disputes/disputes.table.ts';
import type { ExtraHoursTable } from '../features/extra-hours/extra-hours.table.ts';
import type { HourEntryTable, HourGrantTable } from '../features/hours/hours.table.ts';
import type { MessageTable } from '../features/messages/messages.table.ts';
import type { NoticeTable, PushDeliveryTable } from '../features/notices/notices.table.ts';
import type { PastHoursTable } from '../features/past-hours/past-hours.table.ts';
import type { LoosePhotoFileTable, PhotoTable } from '../features/photos/photos.table.ts';
import type { PreferencesTable } from '../features/preferences/preferences.table.ts';
import type { PushKeyTable, PushSubscriptionTable } from '../features/push/push.table.ts';
import type { QuoteTable } from '../features/quotes/quotes.table.ts';
import type {
  ChatAnswerTable,
  RequestAnswerTable,
  ThreadAnswerTable,
} from '../features/report/report.table.ts';
import type {
  PlanChangeTable,
  SubscriptionAttemptTable,
  SubscriptionTable,
} from '../features/subscription/subscription.table.ts';
import type { WebhookEventTable } from '../features/webhooks/webhooks.table.ts';
import type { WriteProbeTable } from './write-probe.table.ts';

/**
 * The sum of the features' tables. The forms of values in every table: ids are UUIDs as text, money is integer
 * cents, hours are integer minutes, booleans 0 or 1, and JSON is text. Instants are ISO 8601 UTC text with
 * milliseconds, one form that both engines sort alike.
 */
export interface Database {
  users: UserTable;
  user_words: UserWordTable;
  sessions: SessionTable;
  gone_sessions: GoneSessionTable;
  logout_tokens: LogoutTokenTable;
  service_categories: ServiceCategoryTable;
  services: ServiceTable;
  bookings: BookingTable;
  booking_status_changes: BookingStatusChangeTable;
  booking_moves: BookingMoveTable;
  booking_counts: BookingCountTable;
  calendar_links: CalendarLinkTable;
  custom_requests: CustomRequestTable;
  request_words: RequestWordTable;
  quotes: QuoteTable;
  messages: MessageTable;
  photos: PhotoTable;
  loose_photo_files: LoosePhotoFileTable;
  disputes: DisputeTable;
  payments: PaymentTable;
  past_hours: PastHoursTable;
  extra_hours: ExtraHoursTable;
  subscriptions: SubscriptionTable;
  subscription_attempts: SubscriptionAttemptTable;
  plan_changes: PlanChangeTable;
  hour_grants: HourGrantTable;
  hour_entries: HourEntryTable;
  invoices: InvoiceTable;
  webhook_events: WebhookEventTable;
  preferences: PreferencesTable;
  notices: NoticeTable;
  push_keys: PushKeyTable;
  push_subscriptions: PushSubscriptionTable;
  push_deliveries: PushDeliveryTable;
  card_changes: CardChangeTable;
  audit_acts: AuditActTable;
  conversations: ConversationTable;
  chat_messages: ChatMessageTable;
  canned_replies: CannedReplyTable;
  thread_answers: ThreadAnswerTable;
  request_answers: RequestAnswerTable;
  chat_answers: ChatAnswerTable;
  data_exports: DataExportTable;
  account_deletions: AccountDeletionTable;
  left_at_provider: LeftAtProviderTable;
  write_probes: WriteProbeTable;
}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

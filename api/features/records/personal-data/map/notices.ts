import type { DataMap } from '../map.types.ts';
import { allOurs, hidden } from './answers.ts';

/** The tables of letters, push messages and the wishes about them. */
export const noticesAnswers = {
  preferences: {
    why: 'How somebody wishes to be served and told.',
    whose: { column: 'user_id' },
    order: ['updated_at'],
    columns: {
      user_id: hidden,
      service_reminders: 'deleted',
      booking_updates: 'deleted',
      team_messages: 'deleted',
      service_reminders_push: 'deleted',
      booking_updates_push: 'deleted',
      team_messages_push: 'deleted',
      preferred_time: 'deleted',
      special_instructions: 'deleted',
      updated_at: 'deleted',
    },
  },
  team_choices: {
    why: 'What a member of the team wishes to be told of.',
    whose: { column: 'user_id' },
    order: ['updated_at'],
    columns: {
      user_id: hidden,
      mail_off: 'deleted',
      push_off: 'deleted',
      quiet_from: 'deleted',
      quiet_until: 'deleted',
      updated_at: 'deleted',
    },
  },
  notices: {
    why: 'What somebody was told by mail and push. How it is sent is hidden.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: hidden,
      user_id: hidden,
      booking_id: 'deleted',
      kind: 'deleted',
      occasion: hidden,
      content: 'deleted',
      attempts: hidden,
      due_at: hidden,
      sent_at: 'deleted',
      created_at: 'deleted',
    },
  },
  push_keys: {
    why: 'The installation’s own keys.',
    whose: null,
    columns: allOurs('id', 'public_key', 'private_key', 'created_at'),
  },
  push_subscriptions: {
    why: 'Which browsers are sent push messages; hidden is what would let others send some.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: hidden,
      endpoint_hash: hidden,
      endpoint: hidden,
      p256dh: hidden,
      auth: hidden,
      server_key: hidden,
      user_id: hidden,
      session: hidden,
      created_at: 'deleted',
    },
  },
  push_deliveries: {
    why: 'The ways of notices to browsers: machinery.',
    whose: { column: 'notice_id', of: 'notices' },
    columns: {
      notice_id: hidden,
      subscription_id: hidden,
      due_at: hidden,
      attempts: hidden,
      sent_at: hidden,
    },
  },
} satisfies Partial<DataMap>;

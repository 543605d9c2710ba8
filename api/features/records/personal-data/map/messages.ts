import type { DataMap } from '../map.types.ts';
import { allOurs, hidden } from './answers.ts';

/** The tables of threads, photos and the live chat. */
export const messagesAnswers = {
  messages: {
    why: 'The threads of a person’s bookings, both sides. Who of the team wrote is hidden; what somebody wrote as the team is its customer’s.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['booking_id', 'seq'],
    columns: {
      id: 'deleted',
      booking_id: 'deleted',
      seq: 'deleted',
      sender_id: hidden,
      sender_type: 'deleted',
      message: 'deleted',
      client_id: hidden,
      created_at: 'deleted',
    },
  },
  photos: {
    why: 'The photos of those threads. Their files go with them, and stand beside the tables in what is downloaded.',
    whose: { column: 'booking_id', of: 'bookings' },
    order: ['created_at', 'id'],
    columns: {
      id: 'deleted',
      booking_id: 'deleted',
      owner_id: hidden,
      file_id: hidden,
      message_id: 'deleted',
      position: 'deleted',
      width: 'deleted',
      height: 'deleted',
      bytes: 'deleted',
      created_at: 'deleted',
    },
  },
  loose_photo_files: {
    why: 'Files whose photos are gone, until the files are.',
    whose: null,
    columns: allOurs('file_id', 'since'),
  },
  conversations: {
    why: 'A person’s live chat. Where it stands in the team’s inbox is hidden.',
    whose: { column: 'user_id' },
    order: ['created_at'],
    columns: {
      user_id: hidden,
      status: 'deleted',
      assignee_id: hidden,
      last_seq: hidden,
      last_at: 'deleted',
      customer_seen_seq: hidden,
      customer_unread: hidden,
      team_seen_seq: hidden,
      team_unread: hidden,
      waiting_since: 'deleted',
      wait_noted: hidden,
      inbox_place: hidden,
      created_at: 'deleted',
      updated_at: hidden,
    },
  },
  chat_messages: {
    why: 'What was said there, by both sides. Who of the team wrote is hidden.',
    whose: { column: 'conversation_id' },
    order: ['seq'],
    columns: {
      id: 'deleted',
      conversation_id: hidden,
      seq: 'deleted',
      sender_id: hidden,
      is_support: 'deleted',
      content: 'deleted',
      client_id: hidden,
      created_at: 'deleted',
    },
  },
  canned_replies: {
    why: 'The team’s own texts.',
    whose: null,
    columns: allOurs('id', 'title', 'text', 'created_at', 'updated_at'),
  },
} satisfies Partial<DataMap>;

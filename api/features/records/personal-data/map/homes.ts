import type { DataMap } from '../map.types.ts';
import { hidden } from './answers.ts';

/** The homes that people book for. */
export const homesAnswers: Pick<DataMap, 'homes' | 'home_answers'> = {
  homes: {
    why: 'The homes that somebody books for. The key of the address, by which two are known as one, is hidden.',
    whose: { column: 'user_id' },
    order: ['created_at', 'id'],
    columns: {
      id: 'deleted',
      user_id: hidden,
      place_key: hidden,
      label: 'deleted',
      phone: 'deleted',
      address: 'deleted',
      city: 'deleted',
      state: 'deleted',
      postal_code: 'deleted',
      access: 'deleted',
      pets: 'deleted',
      parking: 'deleted',
      emergency_contact: 'deleted',
      emergency_phone: 'deleted',
      created_at: 'deleted',
      used_at: 'deleted',
    },
  },
  home_answers: {
    why: 'That somebody was asked about the places of earlier bookings.',
    whose: { column: 'user_id' },
    order: ['answered_at'],
    columns: { user_id: hidden, answered_at: 'deleted' },
  },
};

import type { DataMap } from '../map.types.ts';
import { allOurs } from './answers.ts';

/** The tables of the business itself. */
export const businessAnswers = {
  business: {
    why: 'What the business says about itself.',
    whose: null,
    columns: allOurs(
      'id',
      'version',
      'name',
      'phone',
      'email',
      'address',
      'time_zone',
      'currency',
      'terms',
      'privacy',
      'cancellation',
      'week',
      'closed_days',
      'postcodes',
      'created_at',
      'updated_at',
    ),
  },
  appearance: {
    why: 'The look and the texts that the owner published.',
    whose: null,
    columns: allOurs('id', 'version', 'content', 'updated_at'),
  },
  brand_pictures: {
    why: 'The business’s mark and logo.',
    whose: null,
    columns: allOurs('id', 'kind', 'content', 'shown', 'width', 'height', 'created_at'),
  },
  write_probes: {
    why: 'Empty but for a moment.',
    whose: null,
    columns: allOurs('id', 'filler'),
  },
} satisfies Partial<DataMap>;

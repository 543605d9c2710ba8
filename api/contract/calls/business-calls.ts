import { paths } from '../paths/paths.ts';
import {
  BusinessForm,
  BusinessSettings,
  BusinessView,
  Holidays,
  HolidaysQuery,
  OpeningForm,
  OutsideBookings,
} from '../schemas/business.ts';
import { call } from './call.ts';

/** Calls about the business's own facts. */
export const businessCalls = {
  readBusiness: call({
    ...paths.readBusiness,
    summary: 'When and where the business visits, its address and its policies',
    answer: BusinessView,
  }),
  readBusinessSettings: call({
    ...paths.readBusinessSettings,
    cost: 'heavy',
    summary: 'All facts of the business, and the open bookings outside of its opening hours',
    answer: BusinessSettings,
  }),
  saveBusiness: call({
    ...paths.saveBusiness,
    cost: 'heavy',
    summary: 'Publishes changed facts of the business; refused if others were published meanwhile',
    body: BusinessForm,
    answer: BusinessSettings,
    errors: ['conflict'],
  }),
  previewOpening: call({
    ...paths.previewOpening,
    cost: 'heavy',
    uncounted: 'seen',
    summary: 'The open bookings that would be outside of these opening hours; nothing is stored',
    body: OpeningForm,
    answer: OutsideBookings,
  }),
  listHolidays: call({
    ...paths.listHolidays,
    summary: 'The public holidays of a region in a year',
    query: HolidaysQuery,
    answer: Holidays,
  }),
} as const;

import { beginningOf } from '../../../api/contract/rules/text/beginning-of.ts';
import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { oneText } from '../../lib/one-text.ts';
import { lookWords, textWords } from '../../shared/business/text-words.ts';
import { labelOf } from '../../shared/label-of.ts';

type Details = AuditEntry['details'];
type SettingsAct = 'business_changed' | 'texts_changed' | 'look_changed';

/** A change of the settings in words, after the name of who made it. */
export function settingsWords(act: SettingsAct, details: Details): string {
  switch (act) {
    case 'business_changed':
      return `changed the business: ${businessWords(details)}`;
    case 'texts_changed':
      return `changed the texts of the landing page: ${changedNames(textWords, details)}`;
    case 'look_changed':
      return `changed the look: ${changedNames(lookWords, details)}`;
    default:
      // The server is of a newer release than this page.
      return `did: ${String(act satisfies never).replaceAll('_', ' ')}`;
  }
}

/** The names of what was changed. */
function changedNames(words: Record<string, string>, details: Details): string {
  const names = Object.keys(details).filter((name) => name.endsWith('To'));
  return names.map((name) => labelOf(words, name.slice(0, -'To'.length))).join(', ') || 'a part of it';
}

const businessFields: Record<string, string | undefined> = {
  name: 'name',
  phone: 'phone',
  email: 'e-mail',
  address: 'address',
  timeZone: 'time zone',
  currency: 'currency',
  terms: 'terms',
  privacy: 'privacy policy',
  cancellation: 'cancellation policy',
  week: 'opening hours',
  closedDays: 'closed days',
  postcodes: 'postcodes',
  slots: 'times of bookings',
  workersShown: 'names of workers',
};
const mostShown = 120;

/** Each changed field with its values before and after; of a list, what was taken away and what was added. */
function businessWords(details: Details): string {
  const shown = (value: Details[string] | undefined) => beginningOf(String(value ?? ''), mostShown);
  return Object.keys(details)
    .filter((key) => key.endsWith('From'))
    .map((key) => {
      const field = key.slice(0, -'From'.length);
      const [from, to] = [shown(details[key]), shown(details[`${field}To`])];
      const words = businessFields[field] ?? field;
      if (field === 'closedDays' || field === 'postcodes')
        return oneText`${words}${to && ` with ${to}`}${from && ` without ${from}`}`;
      return oneText`${words} from “${from}” to “${to}”`;
    })
    .join('; ');
}

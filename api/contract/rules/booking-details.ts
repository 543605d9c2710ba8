import { tierLabels } from './plans.ts';
import { priorityLabels } from './priorities.ts';

/**
 * The details of a booking travel as one text, `notes` (spec §7): a line for each, `Name: Ann Lee`, in the order of
 * this table. The customer's own words are last and may have any number of lines. The team recognises a custom
 * request by its first line.
 */
export const detailLabels = {
  serviceName: 'Custom Service Request',
  description: 'Description',
  priority: 'Priority',
  location: 'Location',
  contactInfo: 'Contact',
  customerName: 'Name',
  phone: 'Phone',
  email: 'E-mail',
  address: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postcode',
  emergencyContact: 'Emergency contact',
  emergencyPhone: 'Emergency phone',
  subscriptionTier: 'Plan',
  accessInstructions: 'Access',
  notes: 'Notes',
} as const;
export type DetailName = keyof typeof detailLabels;
const names = Object.keys(detailLabels) as DetailName[];

/** Details by the forms' names. */
export type BookingDetails = { [N in DetailName]?: string | undefined };

/** Details that are written as the label of a choice. */
const choices: { [N in DetailName]?: Record<string, string> } = {
  priority: priorityLabels,
  subscriptionTier: tierLabels,
};

/** Texts of card payments from before December 2026, which devices may still have, say `Email`. */
const spellings: Record<string, string> = { Email: detailLabels.email };
const known: string[] = [...Object.values(detailLabels), ...Object.keys(spellings)];

/** A detail as its line has it: trimmed, its own lines joined by commas unless they end a sentence. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at, all) => (at === all.length - 1 || '.,;:!?'.includes(line.slice(-1)) ? line : `${line},`))
    .join(' ');

/** The text of these details; empty ones have no line. */
export function composeNotes(details: BookingDetails): string {
  const lines: string[] = [];
  for (const name of names) {
    const given = details[name]?.trim();
    const value = given && (choices[name]?.[given] ?? (name === 'notes' ? given : oneLine(given)));
    if (value) lines.push(`${detailLabels[name]}: ${value}`);
  }
  return lines.join('\n');
}

export interface NoteLine {
  /** `null` for a line without one of our detailLabels. */
  label: string | null;
  text: string;
}

/** The lines of a text. A line without a label continues the one above; the last one, `Notes`, takes the rest. */
export function readNotes(notes: string): NoteLine[] {
  const lines: NoteLine[] = [];
  for (const line of notes.split('\n')) {
    const last = lines.at(-1);
    const label =
      last?.label === detailLabels.notes ? undefined : known.find((l) => line.startsWith(`${l}: `));
    if (label) lines.push({ label: spellings[label] ?? label, text: line.slice(label.length + 2) });
    else if (last) last.text += `\n${line}`;
    else lines.push({ label: null, text: line });
  }
  return lines;
}

/**
 * The details in a text, as far as it has them. A detail is its own line alone: the lines below it may be anybody's
 * words.
 */
export function detailsIn(notes: string): BookingDetails {
  const details: BookingDetails = {};
  for (const { label, text } of readNotes(notes)) {
    const name = names.find((n) => detailLabels[n] === label);
    if (!name) continue;
    const value = (name === 'notes' ? text : (text.split('\n', 1)[0] ?? '')).trim();
    const options = choices[name];
    const said = options ? Object.keys(options).find((option) => options[option] === value) : value;
    if (said) details[name] = said;
  }
  return details;
}

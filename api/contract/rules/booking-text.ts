import {
  type BookingDetails,
  choicesOf,
  type DetailLine,
  detailLines,
  detailNames,
  labelOfDetail,
} from './booking-details.ts';

/**
 * The text form of a booking's details, `notes` (spec §7): a line for each, `Name: Ann Lee`, in the order of the
 * list. The customer's own words are last and may have any number of lines. The team recognises a custom request by
 * its first line. Only the edges named in `.dependency-cruiser.cjs` know it: the calls that the spec fixes, and what
 * devices have stored.
 */

/** Texts of card payments from before December 2026, which devices may still have, say `Email`. */
const spellings: Record<string, string> = { Email: labelOfDetail('email') };
const known: string[] = [...detailNames.map(labelOfDetail), ...Object.keys(spellings)];
const lastLabel = labelOfDetail('notes');

/** The text of these details; empty ones have no line. @param planName the name of the plan among them, if known */
export function composeNotes(details: BookingDetails, planName?: string | null): string {
  return (
    details.asSent ??
    detailLines(details, planName)
      .map(({ label, text }) => `${label}: ${text}`)
      .join('\n')
  );
}

/** The lines of a text. A line without a label continues the one above; the last one, `Notes`, takes the rest. */
export function readNotes(notes: string): DetailLine[] {
  const lines: DetailLine[] = [];
  for (const line of notes.split('\n')) {
    const last = lines.at(-1);
    const label = last?.label === lastLabel ? undefined : known.find((l) => line.startsWith(`${l}: `));
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
    const name = detailNames.find((n) => labelOfDetail(n) === label);
    if (!name) continue;
    const value = (name === 'notes' ? text : (text.split('\n', 1)[0] ?? '')).trim();
    const choices = choicesOf(name);
    const given = choices ? Object.keys(choices).find((choice) => choices[choice] === value) : value;
    if (given) details[name] = given;
  }
  return details;
}

/** The details of a text, and the text itself if they do not give it back: `composeNotes` always does. */
export function parseNotes(notes: string): BookingDetails {
  const details = detailsIn(notes);
  return composeNotes(details) === notes ? details : { ...details, asSent: notes };
}

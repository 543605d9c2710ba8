import { useState } from 'react';
import { firstContact } from '../../../api/contract/rules/business/first-contact.ts';
import { hasCents } from '../../../api/contract/rules/money.ts';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Note } from '../../ui/note.tsx';
import { type Facts, postcodesIn } from './draft.ts';
import type { Parts } from './use-draft.ts';

type TextName = { [N in keyof Facts]: Facts[N] extends string ? N : never }[keyof Facts];

/** Connects a field of text with the draft. */
const textOf =
  ({ facts, change, problems }: Parts) =>
  (name: TextName) => ({
    name,
    dir: 'auto' as const,
    value: facts[name],
    error: problems(name),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });

/** @param tel the number that a tap calls; `null` while the number is being typed */
export function ContactFields({ tel, ...parts }: Parts & { tel: string | null }) {
  const field = textOf(parts);
  return (
    <Card className="stack" aria-labelledby="business-contact">
      <h2 id="business-contact">Name and contact</h2>
      <TextField
        label="Name"
        hint="On the landing page, at sign-in, in letters and calendars"
        maxLength={80}
        autoComplete="organization"
        {...field('name')}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={phoneHint(parts.facts.phone, tel)}
        {...field('phone')}
      />
      <TextField
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint={
          parts.facts.email === firstContact.email
            ? 'This one reaches nobody. Letters come from it, and answers go to it: please give yours.'
            : 'Letters come from it, and answers go to it'
        }
        {...field('email')}
      />
      <TextAreaField
        label="Address (optional)"
        rows={3}
        autoComplete="street-address"
        {...field('address')}
      />
    </Card>
  );
}

function phoneHint(phone: string, tel: string | null): string {
  if (phone === firstContact.phone)
    return 'This one reaches nobody, and customers see it: please give yours.';
  return tel ? `A tap on it calls ${tel}` : 'Any way of writing it';
}

const zones = () => Intl.supportedValuesOf('timeZone');
const currencies = () => {
  const names = new Intl.DisplayNames('en-AU', { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .filter(hasCents)
    .map((code) => ({ value: code.toLowerCase(), label: `${code} ${names.of(code) ?? ''}` }));
};
/** The list, with a value that this browser does not know. */
const including = (all: { value: string; label: string }[], value: string) =>
  all.some((one) => one.value === value) ? all : [{ value, label: value }, ...all];

export function ZoneFields({ isFixed, ...parts }: Parts & { isFixed: boolean }) {
  const [options] = useState(() => ({
    zones: zones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    currencies: currencies(),
  }));
  const field = textOf(parts);
  const { timeZone, currency } = parts.facts;
  return (
    <Card className="stack" aria-labelledby="business-zone">
      <h2 id="business-zone">Time zone and currency</h2>
      <Note>
        {isFixed
          ? 'Both stay as they are, because prices have been quoted or paid in them.'
          : 'Choose them well: both stay as they are from the first quote or payment on.'}
      </Note>
      <SelectField
        label="Time zone"
        options={including(options.zones, timeZone)}
        disabled={isFixed}
        {...field('timeZone')}
      />
      <SelectField
        label="Currency"
        options={including(options.currencies, currency)}
        disabled={isFixed}
        {...field('currency')}
      />
    </Card>
  );
}

/** Whether customers choose among free times, or wish for one. */
export function TimesFields(parts: Parts) {
  return (
    <Card className="stack" aria-labelledby="business-times">
      <h2 id="business-times">Times of bookings</h2>
      <SelectField
        label="Customers"
        options={[
          { value: 'off', label: 'Wish for a time' },
          { value: 'on', label: 'Choose a free time' },
        ]}
        hint="The team answers a wish. Free times follow from the workers’ hours, areas, skills and visits. Bookings that exist stay as they are."
        {...textOf(parts)('slots')}
      />
      <SelectField
        label="Once somebody is assigned, customers see"
        options={[
          { value: 'off', label: 'No name' },
          { value: 'on', label: 'Name and photo' },
        ]}
        hint="Of the worker, in their booking and with their next visit."
        {...textOf(parts)('workersShown')}
      />
    </Card>
  );
}

export function AreaFields({ facts, change, problems }: Parts) {
  const [typed, setTyped] = useState<string>();
  // The typed text keeps its commas while it still says the same postcodes.
  const isOwn = typed !== undefined && JSON.stringify(postcodesIn(typed)) === JSON.stringify(facts.postcodes);
  return (
    <Card className="stack" aria-labelledby="business-area">
      <h2 id="business-area">Area</h2>
      <TextAreaField
        label="Postcodes that you visit (optional)"
        hint="With commas between them. None: you visit everywhere. An address without a postcode is not refused."
        rows={3}
        name="postcodes"
        value={isOwn ? typed : facts.postcodes.join(', ')}
        error={problems('postcodes')}
        onChange={({ target }) => {
          setTyped(target.value);
          change({ postcodes: postcodesIn(target.value) });
        }}
      />
    </Card>
  );
}

export function PolicyFields(parts: Parts) {
  const field = textOf(parts);
  return (
    <Card className="stack" aria-labelledby="business-policies">
      <h2 id="business-policies">Policies</h2>
      <p className="muted">
        Each is a text, or the https address of a page. Customers find them at the foot of the landing page,
        where they book, and in their profile.
      </p>
      <TextAreaField label="Terms (optional)" rows={3} {...field('terms')} />
      <TextAreaField label="Privacy (optional)" rows={3} {...field('privacy')} />
      <TextAreaField label="Cancellation (optional)" rows={3} {...field('cancellation')} />
    </Card>
  );
}

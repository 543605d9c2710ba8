import { useState } from 'react';
import { oneText } from '../../../lib/one-text.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import type { BookingFields, BookingKind } from './drafts.ts';
import { bookingSchemas, problemsOf } from './fields.ts';
import { Folded } from './folded.tsx';
import { partNames } from './homes.ts';
import type { KeptForm } from './kept-form.tsx';

/** The person to visit, in one line once all of it is known. */
export function WhoPart({
  kind,
  form: { fields, problems, field },
  isBegun,
}: {
  kind: BookingKind;
  form: KeptForm<BookingFields>;
  /** Whether the person has typed here before. */
  isBegun: boolean;
}) {
  const [isOpen, setOpen] = useState(isBegun);
  const found = problemsOf(bookingSchemas[kind], fields);
  const isFolded = !isOpen && partNames(kind).person.every((name) => !found[name] && !problems[name]);
  const { customerName, phone, email, emergencyContact } = fields;
  return (
    <section className="form-part" aria-label="Who">
      <h3>Who</h3>
      <Folded
        line={customerName}
        more={
          kind === 'subscription'
            ? oneText`${phone} · In an emergency: ${emergencyContact ?? ''}`
            : oneText`${phone} · ${email}`
        }
        change="Change who we visit"
        isFolded={isFolded}
        onOpen={() => setOpen(true)}
      >
        <TextField
          label="Full name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          {...field('customerName')}
        />
        <TextField
          label="Phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="next"
          {...field('phone')}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          enterKeyHint="next"
          {...field('email')}
        />
        {kind === 'subscription' && (
          <>
            <TextField
              label="Emergency contact"
              autoComplete="off"
              autoCapitalize="words"
              enterKeyHint="next"
              {...field('emergencyContact')}
            />
            <TextField
              label="Emergency phone"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              enterKeyHint="next"
              {...field('emergencyPhone')}
            />
          </>
        )}
      </Folded>
    </section>
  );
}

import '../booking.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { BookingAnswers } from '../../../../api/contract/schemas/forms.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { keyOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { failureText, hasCode } from '../failure.ts';
import { type BookingFields, type BookingKind, draftOf, keepDraft, type Typed } from '../form/drafts.ts';
import { bookingSchemas, type FieldOf } from '../form/fields.ts';
import { KeptNotice, useKeptForm, useLateFields } from '../form/kept-form.tsx';
import { PlaceChoices } from '../form/place-choices.tsx';
import { beginWith } from '../form/prefill.ts';
import { Questions, useQuestions } from '../form/questions.tsx';
import { placeFields, rememberedFields, useRemembered } from '../form/remembered.ts';
import { WhenField } from '../form/when-field.tsx';
import { usePreferences } from '../preferences.ts';
import { PlanFields } from './plan-fields.tsx';

interface Props {
  kind: BookingKind;
  service: Pick<Service, 'id' | 'noticeHours' | 'questions'>;
  user: User | null;
  /** Values known from elsewhere, such as the address; text typed here before has priority. */
  known?: Typed | undefined;
  submitLabel: string;
  /** Content between the fields and the button. */
  children?: ReactNode;
  onSubmit: (fields: BookingFields, answers: BookingAnswers) => Promise<void>;
  /** Called at the tap: whether the rest of the form is complete; if not, it shows the missing parts itself. */
  isReady?: () => boolean;
  /** Called with the chosen time whenever that changes. */
  onWhen?: (scheduledDate: string) => void;
  /** Title and text of the toast after a failure (spec §8). */
  failure: { title: string; description: string };
}

/**
 * The details of a booking (spec §5). The form begins with values from earlier bookings; typed text survives a
 * failed request and the form itself.
 */
export function DetailsForm(props: Props) {
  const { kind, service, user, known, submitLabel, children, onSubmit, isReady, onWhen, failure } = props;
  const client = useQueryClient();
  const serviceId = service.id;
  const questions = useQuestions(service);
  const remembered = useRemembered(user !== null);
  const { preferred, instructions } = usePreferences(user !== null);
  const [draft] = useState(() => draftOf(kind, serviceId));
  const lately: Typed = {
    ...(instructions &&
      (kind === 'one_time' ? { notes: instructions } : { accessInstructions: instructions })),
    ...(remembered && rememberedFields(kind, remembered)),
    ...known,
  };
  const form = useKeptForm<BookingFields>({
    schema: bookingSchemas[kind],
    begin: beginWith(user, { ...lately, ...draft }),
    keep: (typed) => keepDraft(kind, serviceId, typed),
    signedIn: user !== null,
    purpose: 'book',
    onSubmit: (fields) =>
      onSubmit(fields, questions.answers()).catch((error: unknown) => {
        questions.showRefused(error);
        // The service has changed or is retired, so it is shown as it is now.
        if (hasCode(error, 'terms_changed') || hasCode(error, 'not_found'))
          void client.invalidateQueries({ queryKey: keyOf('listServices') });
        throw error;
      }),
    failure: (error, named) => {
      if (named) return null;
      // Trying again does not bring back a service that is gone.
      return hasCode(error, 'not_found') ? { ...failure, description: failureText(error) } : failure;
    },
  });

  useLateFields(form, draft ? {} : lately);

  const { fields, problems, field, change } = form;
  const when = fields.scheduledDate;
  useEffect(() => onWhen?.(when), [onWhen, when]);

  return (
    <Form
      className="booking-form"
      onSubmit={() => questions.check() && isReady?.() !== false && form.submit()}
      kept
    >
      <PersonFields field={field} />
      <PlaceChoices
        places={remembered?.places ?? []}
        now={fields.address}
        fieldsOf={(place) => placeFields(kind, place)}
        onChoose={change}
      />
      <TextField
        label="Service address"
        hint={kind === 'one_time' ? 'Street, suburb and postcode' : 'Street and number'}
        autoComplete={kind === 'one_time' ? 'street-address' : 'address-line1'}
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('address')}
      />
      {kind === 'subscription' && <PlanFields field={field} user={user} />}
      <WhenField
        value={when}
        onChange={(scheduledDate) => change({ scheduledDate })}
        preferred={preferred}
        error={problems.scheduledDate}
        noticeHours={service.noticeHours}
        byPlan={kind === 'subscription'}
      />
      <Questions {...questions} />
      <TextAreaField
        label="Notes (optional)"
        hint="Anything the team should know"
        enterKeyHint="done"
        {...field('notes')}
      />
      {children}
      <OfflineNote kept="What you type is kept." ahead />
      <KeptNotice error={form.error} once="trying again books only once" />
      <Button type="submit" kind="accent" wide busy={form.busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}

/** The fields of the person to visit. */
function PersonFields({ field }: { field: FieldOf<BookingFields> }) {
  return (
    <>
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
    </>
  );
}

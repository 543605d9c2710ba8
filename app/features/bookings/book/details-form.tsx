import '../booking.css';
import '../../../shared/business/policies.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { keyOf } from '../../../lib/api.ts';
import { hasPolicies, PolicyList } from '../../../shared/business/policies.tsx';
import { useOpening } from '../../../shared/business/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { failureText, hasCode } from '../failure.ts';
import type { Chosen } from '../form/book.ts';
import { type BookingFields, type BookingKind, draftOf, keepDraft, type Typed } from '../form/drafts.ts';
import { bookingSchemas } from '../form/fields.ts';
import { firstFields, homeAt, homeOfForm, keepHome, postcodeIn, useHomes } from '../form/homes.ts';
import { KeptNotice, useKeptForm, useLateFields } from '../form/kept-form.tsx';
import { beginWith } from '../form/prefill.ts';
import { Questions, useQuestions } from '../form/questions.tsx';
import { SamePerson } from '../form/same-person.tsx';
import { WhenField } from '../form/when-field.tsx';
import { WherePart } from '../form/where-part.tsx';
import { WhoPart } from '../form/who-part.tsx';
import { usePreferences } from '../preferences.ts';
import { useSlot } from '../slots/use-slot.ts';
import { PlanChoice } from './plan-choice.tsx';

interface Props {
  kind: BookingKind;
  service: Pick<Service, 'id' | 'noticeHours' | 'questions'>;
  user: User | null;
  /** Values known from elsewhere, such as the address; text typed here before has priority. */
  known?: Typed | undefined;
  /** Whether the form is on screen: a chosen time is kept only for that long. */
  open: boolean;
  submitLabel: string;
  /** Content between the fields and the button. */
  children?: ReactNode;
  onSubmit: (fields: BookingFields, chosen: Chosen) => Promise<void>;
  /** Called at the tap: whether the rest of the form is complete; if not, it shows the missing parts itself. */
  isReady?: () => boolean;
  /** Called with the chosen time whenever that changes. */
  onWhen?: (scheduledDate: string) => void;
  /** Title and text of the toast after a failure (spec §8). */
  failure: { title: string; description: string };
}

/**
 * The details of a booking (spec §5): when, where, and who, which is folded once it is known. The form begins with
 * the last used home; typed text survives a failed request and the form itself.
 */
export function DetailsForm(props: Props) {
  const { kind, service, user, known, open, submitLabel, children, onSubmit, isReady, onWhen, failure } =
    props;
  const client = useQueryClient();
  const serviceId = service.id;
  const questions = useQuestions(service, user !== null);
  const { homes, isSettled } = useHomes(user !== null);
  const { preferred, instructions } = usePreferences(user !== null);
  const [draft] = useState(() => draftOf(kind, serviceId));
  const [keeps, setKeeps] = useState(true);
  // A booking's place is compared with the homes, so both come at once.
  const lately: Typed = isSettled ? firstFields(kind, { homes, known, instructions }) : {};
  const form = useKeptForm<BookingFields>({
    schema: bookingSchemas[kind],
    begin: beginWith(user, { ...lately, ...draft }),
    keep: (typed) => keepDraft(kind, serviceId, typed),
    signedIn: user !== null,
    purpose: 'book',
    onSubmit: async (fields) => {
      const holdId = await slot.holdId();
      try {
        await onSubmit(fields, { answers: questions.answers(), holdId });
      } catch (error) {
        questions.showRefused(error);
        // The service has changed or is retired, so it is shown as it is now.
        if (hasCode(error, 'terms_changed') || hasCode(error, 'not_found'))
          void client.invalidateQueries({ queryKey: keyOf('listServices') });
        if (isTaken(error)) slot.lose();
        throw error;
      }
      const home = homeAt(homes, fields);
      if (home || keeps) void keepHome(client, homeOfForm(kind, fields, home));
    },
    failure: (error, named) => {
      // The field of the time says it, beside those that are free.
      if (named || isTaken(error)) return null;
      // Trying again does not bring back a service that is gone.
      return hasCode(error, 'not_found') ? { ...failure, description: failureText(error) } : failure;
    },
  });

  const { fields, problems, field, change } = form;
  // An address that is typed, or was chosen and left again, is not mixed with another.
  const [hasHadPlace, setHadPlace] = useState(false);
  if (fields.address && !hasHadPlace) setHadPlace(true);
  useLateFields(form, draft || hasHadPlace ? {} : lately);

  const when = fields.scheduledDate;
  const slot = useSlot({
    ...{ serviceId, value: when, isWish: fields.isWish === true, onChange: change },
    postcode: postcodeIn(kind, fields, homeAt(homes, fields)),
    isOpen: open && user !== null,
    isSending: form.busy,
    samePerson: fields.samePerson === 'yes',
  });
  useEffect(() => onWhen?.(when), [onWhen, when]);

  return (
    <Form
      className="booking-form"
      aria-busy={!isSettled || undefined}
      onSubmit={() => questions.check() && isReady?.() !== false && form.submit()}
      kept
    >
      <section className="form-part" aria-label="When">
        <h3>When</h3>
        <WhenField
          value={when}
          onChange={(scheduledDate) => change({ scheduledDate })}
          preferred={preferred}
          error={problems.scheduledDate}
          noticeHours={service.noticeHours}
          byPlan={kind === 'subscription'}
          slot={slot}
        />
      </section>
      <SamePerson form={form} signedIn={user !== null} />
      <WherePart
        kind={kind}
        form={form}
        homes={homes}
        instructions={instructions}
        isBegun={draft !== undefined}
        keeps={keeps}
        onKeep={setKeeps}
        signedIn={user !== null}
      />
      <Questions {...questions} />
      <TextAreaField
        label="Notes (optional)"
        hint="Anything the team should know"
        enterKeyHint="done"
        {...field('notes')}
      />
      <WhoPart kind={kind} form={form} isBegun={draft !== undefined} />
      {kind === 'subscription' && <PlanChoice field={field} user={user} />}
      {children}
      <BookingPolicies />
      <OfflineNote kept="What you type is kept." ahead />
      <KeptNotice error={isTaken(form.error) ? null : form.error} once="trying again books only once" />
      <Button type="submit" kind="accent" wide busy={form.busy}>
        {submitLabel}
      </Button>
    </Form>
  );
}

const isTaken = (error: unknown): boolean => hasCode(error, 'slot_taken');

/** The rules under which a visit is booked, where they are agreed to. */
function BookingPolicies() {
  const business = useOpening();
  if (!business || !hasPolicies(business)) return null;
  return (
    <section className="booking-policies" aria-label="Policies">
      <p className="muted">You book under these rules:</p>
      <PolicyList policies={business} />
    </section>
  );
}

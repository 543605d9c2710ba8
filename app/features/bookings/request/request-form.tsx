import '../booking.css';
import { useState } from 'react';
import { priorities, priorityLabels } from '../../../../api/contract/rules/priorities.ts';
import { customHours } from '../../../../api/contract/schemas/forms.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { ApiError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useConfig } from '../../../lib/session.ts';
import { wholeAddress } from '../../../shared/homes/homes.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { HoursField } from '../../../ui/fields/hours-field.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { draftOf, keepDraft, type RequestFields } from '../form/drafts.ts';
import { requestSchema } from '../form/fields.ts';
import { HomeChips } from '../form/home-chips.tsx';
import { useHomes } from '../form/homes.ts';
import { type KeptForm, KeptNotice, useKeptForm, useLateFields } from '../form/kept-form.tsx';
import { beginRequestWith } from '../form/prefill.ts';
import { WhenField } from '../form/when-field.tsx';
import { usePreferences } from '../preferences.ts';

const nowhere = { city: '', state: '', postalCode: '' };
const failed = 'Failed to submit custom service request. Please try again.';

/** The custom service request (spec §5). Typed text survives a failed request and the form itself. */
export function RequestForm({
  user,
  serviceName,
  serviceId,
  onSubmit,
}: {
  user: User | null;
  /** The name of the service, or the search text without a result. */
  serviceName: string;
  serviceId: string;
  onSubmit: (fields: RequestFields) => Promise<void>;
}) {
  const { homes } = useHomes(user !== null);
  const { preferred, instructions } = usePreferences(user !== null);
  const [draft] = useState(() => draftOf('custom_quote', serviceId));
  const [home] = homes;
  const lately = {
    ...(serviceName && { serviceName }),
    ...(home && { location: wholeAddress(home) }),
    ...(instructions && { notes: instructions }),
  };
  const form = useKeptForm<RequestFields>({
    schema: requestSchema,
    begin: beginRequestWith(user, home?.phone, { ...lately, ...draft }),
    keep: (typed) => keepDraft('custom_quote', serviceId, typed),
    signedIn: user !== null,
    purpose: 'request',
    onSubmit,
    failure: (cause) => ({
      title: 'Request Failed',
      description: cause instanceof ApiError && cause.status < 500 && cause.text ? cause.text : failed,
    }),
  });
  useLateFields(form, draft ? {} : lately);
  const { fields, problems, field, change } = form;
  return (
    <Form className="booking-form" onSubmit={form.submit} kept>
      <WorkFields form={form} />
      <WhenField
        value={fields.scheduledDate}
        onChange={(scheduledDate) => change({ scheduledDate })}
        preferred={preferred}
        error={problems.scheduledDate}
      />
      <PriorityChoices form={form} />
      <HomeChips
        homes={homes}
        now={{ ...nowhere, address: fields.location }}
        onChoose={(chosen) => change({ location: wholeAddress(chosen) })}
        onOther={() => change({ location: '' })}
      />
      <TextField
        label="Location"
        hint="Street, suburb and postcode"
        autoComplete="street-address"
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('location')}
      />
      <TextField
        label="Contact information"
        hint="How the team reaches you: phone or e-mail"
        autoComplete="off"
        enterKeyHint="next"
        {...field('contactInfo')}
      />
      <TextAreaField label="Notes (optional)" enterKeyHint="done" {...field('notes')} />
      <OfflineNote kept="What you type is kept." ahead />
      <KeptNotice error={form.error} once="trying again asks only once" />
      <Button type="submit" kind="accent" wide busy={form.busy}>
        Submit Request
      </Button>
    </Form>
  );
}

interface PartProps {
  form: KeptForm<RequestFields>;
}

/** The fields for the work and its duration. */
function WorkFields({ form: { fields, problems, field, change } }: PartProps) {
  return (
    <>
      <TextField
        label="Service name"
        placeholder="Such as: piano tuning"
        autoComplete="off"
        enterKeyHint="next"
        {...field('serviceName')}
      />
      <TextAreaField
        label="Description"
        hint="What is to be done, and anything that helps us to price it"
        enterKeyHint="enter"
        {...field('description')}
      />
      <HoursField
        label="Estimated hours"
        hint={`${customHours.min} to ${customHours.max}, in half hours; a guess is fine`}
        limits={customHours}
        name="estimatedHours"
        value={fields.estimatedHours}
        onChange={(estimatedHours) => change({ estimatedHours })}
        error={problems.estimatedHours}
      />
    </>
  );
}

function PriorityChoices({ form: { fields, change } }: PartProps) {
  const config = useConfig();
  const { priority } = fields;
  return (
    <fieldset className="choices">
      <legend>Priority</legend>
      {priorities.map((value) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name="priority"
            value={value}
            checked={value === priority}
            onChange={() => change({ priority: value })}
          />
          <span>{priorityLabels[value]}</span>
        </label>
      ))}
      {priority === 'emergency' && config && (
        <p className="muted">
          Can it not wait? <a href={`tel:${config.supportTel}`}>{oneText`Call ${config.supportPhone}`}</a>
        </p>
      )}
    </fieldset>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageLimit } from '../../../api/contract/rules/message-terms.ts';
import { quoteLimits } from '../../../api/contract/rules/quote-terms.ts';
import type { CustomRequest } from '../../../api/contract/schemas/quotes.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { currencySymbol } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { useOnline } from '../../lib/online.ts';
import { useZone } from '../../lib/session.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { DateTimePicker } from '../../shared/bookings/time/date-time-picker.tsx';
import { dayOf } from '../../shared/bookings/time/time-slots.ts';
import { useOpening } from '../../shared/business/queries.ts';
import { teamCall } from '../../shared/team-api.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { HoursField } from '../../ui/fields/hours-field.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import {
  type AnswerErrors,
  beginWith,
  bodyOf,
  contentOf,
  overageOf,
  problemsOf,
  sendText,
  validFor,
} from './answer.ts';
import { type AnswerFields, draftOf, forgetDraft, keepDraft, keyFor } from './answer-drafts.ts';
import { readAgain, readSlotsAgain, requestSlotsQuery } from './queries.ts';
import { hoursText } from './words.ts';

/** The typed answer, and how it is sent to the customer. */
function useAnswer(request: CustomRequest, onClose: () => void) {
  const online = useOnline();
  const client = useQueryClient();
  const [fields, setFields] = useState(() => draftOf(request.id) ?? beginWith(request));
  const [errors, setErrors] = useState<AnswerErrors>({});
  const { customer, quote } = request;
  const replaces = quote?.state === 'open' ? quote.id : null;

  const change = (given: Partial<AnswerFields>) => {
    const next = { ...fields, ...given };
    setFields(next);
    keepDraft(request.id, next);
    setErrors({});
    send.reset();
  };
  const send = useMutation({
    mutationFn: () =>
      teamCall('sendQuote', {
        params: { id: request.id },
        body: bodyOf(fields, replaces),
        idempotencyKey: keyFor(request.id, [contentOf(fields), fields.days]),
      }),
    // The opening of the sheet from which the answer was sent, in case the sheet was opened again meanwhile.
    onMutate: () => onClose,
    onSuccess: async (_, __, close) => {
      forgetDraft(request.id);
      close();
      toast({
        title: 'Quote sent',
        description: oneText`${customer.name} is told by mail, if they want updates.`,
      });
      await readAgain(client);
      setFields(beginWith(request));
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setErrors(error.code === 'slot_taken' ? { scheduledDate: error.text } : error.fields);
      if (error.code === 'slot_taken') void readSlotsAgain(client);
      if (error.status === 409) void readAgain(client);
    },
  });
  const submit = () => {
    if (send.isPending || !online) return;
    const problems = problemsOf(fields);
    setErrors(problems);
    if (Object.keys(problems).length === 0) send.mutate();
  };
  return { fields, errors, change, send, submit, replaces, online };
}

interface PartProps {
  request: CustomRequest;
  fields: AnswerFields;
  errors: AnswerErrors;
  change: (given: Partial<AnswerFields>) => void;
}

/** Answers a request with a price or with hours. Typed text survives the sheet until it is sent. */
export default function AnswerSheet({
  request,
  open,
  onClose,
}: {
  request: CustomRequest;
  open: boolean;
  onClose: () => void;
}) {
  const { fields, errors, change, send, submit, replaces, online } = useAnswer(request, onClose);
  const { customer } = request;
  const mayUseHours = customer.tier !== 'none' || customer.remainingHours > 0;

  return (
    <Sheet open={open} title={replaces ? 'Replace the quote' : 'Answer the request'} onClose={onClose}>
      <Form className="answer-form" onSubmit={submit}>
        <p>
          <strong>{request.serviceName}</strong>
          <br />
          <span className="muted">
            {oneText`For ${customer.name} · asked for ${hoursText(request.estimatedHours)}`}
          </span>
        </p>
        <Kinds mayUseHours={mayUseHours} kind={fields.kind} onChange={(kind) => change({ kind })} />
        {!mayUseHours && (
          <p className="muted">{oneText`${customer.name} has no plan, so there are no hours to use.`}</p>
        )}
        <Amount {...{ request, fields, errors, change }} />
        <ProposedTime {...{ request, fields, errors, change, open }} />
        <TextAreaField
          label="Message (optional)"
          name="message"
          rows={3}
          maxLength={messageLimit}
          hint="Stands with the quote and in the booking's thread"
          value={fields.message}
          onChange={(event) => change({ message: event.target.value })}
          error={errors.message}
        />
        <SelectField
          label="Valid for"
          name="days"
          options={validFor}
          value={fields.days}
          onChange={(event) => change({ days: event.target.value })}
          hint="Never past the time that you propose"
        />
        {replaces && <p className="notice">The quote that is open can then no longer be accepted.</p>}
        {send.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="notice error">
            {failureText(send.error)}
          </p>
        )}
        <p role="status" className={online ? 'visually-hidden' : 'notice warning'}>
          {online ? '' : 'You are offline. What you typed stays here until the network is back.'}
        </p>
        <Button type="submit" wide busy={send.isPending} off={!online}>
          {send.isPending ? 'Sending…' : sendText(fields)}
        </Button>
      </Form>
    </Sheet>
  );
}

function Kinds({
  mayUseHours,
  kind,
  onChange,
}: {
  mayUseHours: boolean;
  kind: AnswerFields['kind'];
  onChange: (kind: AnswerFields['kind']) => void;
}) {
  return (
    <fieldset className="answer-kinds">
      <legend>Answer with</legend>
      <label>
        <input type="radio" name="kind" checked={kind === 'price'} onChange={() => onChange('price')} />
        <span>A price</span>
      </label>
      <label>
        <input
          type="radio"
          name="kind"
          disabled={!mayUseHours}
          checked={kind === 'hours'}
          onChange={() => onChange('hours')}
        />
        <span>Plan hours</span>
      </label>
    </fieldset>
  );
}

function Amount({ request, fields, errors, change }: PartProps) {
  const { customer } = request;
  const over = overageOf(fields.hours, request);
  return fields.kind === 'price' ? (
    <TextField
      label={`Price in ${currencySymbol()}`}
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="next"
      hint="Tax included; paid by card when they accept"
      value={fields.amount}
      onChange={(event) => change({ amount: event.target.value })}
      error={errors.amountCents}
    />
  ) : (
    <HoursField
      label="Hours of their plan"
      name="hours"
      limits={quoteLimits.hours}
      value={fields.hours}
      onChange={(hours) => change({ hours })}
      hint={
        over > 0
          ? `${hoursText(over)} more than the ${hoursText(customer.remainingHours)} they have left: they are shown what is missing, and what it costs, before they accept.`
          : `They have ${hoursText(customer.remainingHours)} left to book.`
      }
      error={errors.hours}
    />
  );
}

/** The time that the team proposes: one at which somebody can come, where the business has such, or any other. */
function ProposedTime({ request, fields, errors, change, open }: PartProps & { open: boolean }) {
  const zone = useZone();
  const opening = useOpening();
  const from = dayOf(new Date().toISOString(), zone);
  const hours = fields.kind === 'hours' && fields.hours > 0 ? fields.hours : null;
  const { data: free = [] } = useQuery({
    ...requestSlotsQuery(request.id, { from, hours }),
    enabled: open && opening?.slots === 'on',
  });
  const [isAny, setAny] = useState(fields.scheduledDate !== '' && !fields.isSlot);
  const offered = free.length > 0 && !isAny ? free : undefined;
  return (
    <>
      <DateTimePicker
        opening={opening}
        offered={offered}
        label="Proposed time (optional)"
        name="scheduledDate"
        zone={zone}
        value={fields.scheduledDate}
        onChange={(scheduledDate) => change({ scheduledDate, isSlot: offered !== undefined })}
        error={errors.scheduledDate}
        hint={
          request.scheduledDate
            ? `Left open, it is ${inSentence(formatWhen(request.scheduledDate, zone))}, as they asked.`
            : 'Left open, you agree on a time later.'
        }
      />
      {fields.scheduledDate && (
        <Button size="small" kind="plain" onClick={() => change({ scheduledDate: '' })}>
          Keep the time they asked for
        </Button>
      )}
      {fields.isSlot && fields.scheduledDate && (
        <p className="muted">
          It is kept for nobody until they accept. If it is gone by then, they choose another one.
        </p>
      )}
      {free.length > 0 && (
        <Button
          size="small"
          kind="plain"
          onClick={() => {
            setAny(!isAny);
            change({ scheduledDate: '', isSlot: false });
          }}
        >
          {isAny ? 'Propose a free time' : 'Propose any other time'}
        </Button>
      )}
    </>
  );
}

function failureText(error: unknown): string {
  if (error instanceof NetworkError)
    return 'The network did not answer. What you typed stays here; sending again sends one quote.';
  if (error instanceof ApiError && error.status < 500 && error.text) return error.text;
  return 'Something went wrong on our side. What you typed stays here; please try again.';
}

import { useQuery } from '@tanstack/react-query';
import { checkmarkCircleOutline } from 'ionicons/icons';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Preferences, PreferredTime, User } from '../../../api/contract/entities.ts';
import { ApiError, NetworkError } from '../../lib/api.ts';
import { configQuery, useConfig } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { preferencesQuery } from './queries.ts';
import { useSavePreferences } from './save-preferences.ts';
import { askForText, keepUnsaved, toSend, unsavedOf, useUnsaved } from './unsaved.ts';

const longest = 2000;
const tooLong = `Please keep this under ${longest} characters`;

const notifications = [
  {
    name: 'serviceReminders',
    label: 'Service reminder: 24 hours before',
    hint: 'None for a time that was agreed within the last day',
  },
  {
    name: 'bookingUpdates',
    label: 'Booking updates',
    hint: 'When the team schedules, starts, completes or cancels a booking',
  },
  { name: 'teamMessages', label: 'Messages from the team', hint: 'When the team writes about a booking' },
] as const;

/** Windows of spec §9. */
const times: { value: PreferredTime; label: string }[] = [
  { value: 'flexible', label: 'Flexible' },
  { value: 'morning', label: 'Morning (8-12)' },
  { value: 'afternoon', label: 'Afternoon (12-5)' },
  { value: 'evening', label: 'Evening (5-8)' },
];

export function PreferencesForm({ user, shown }: { user: User; shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...preferencesQuery(), enabled: shown });
  // By what way notifications come is said once, and not in other words a moment later, unless it cannot be read. Read
  // again by whoever mounts after a failure, it is loading once more: that takes no form away.
  const { isLoading, isFetched } = useQuery({ ...configQuery(), enabled: shown });
  if (data && (isFetched || !isLoading)) return <Form user={user} saved={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton cards={2} label="Loading your preferences" />;
}

/** A choice is saved when it is made, the text by the button; what cannot be saved stays and says so. */
function Form({ user, saved }: { user: User; saved: Preferences }) {
  const unsaved = useUnsaved(unsavedOf);
  const save = useSavePreferences();
  const { mutate } = save;
  const text = useRef<HTMLTextAreaElement>(null);
  const shown = { ...saved, ...unsaved.values };
  const choicesLeft = toSend({ ...unsaved, textAsked: false });
  // Said beside what was tapped: the other end of the form may be out of sight.
  const noticesLeft = notifications.some(({ name }) => name in choicesLeft);
  const textLeft =
    unsaved.values.specialInstructions !== undefined &&
    unsaved.values.specialInstructions !== saved.specialInstructions;
  const anyLeft = textLeft || Object.keys(choicesLeft).length > 0;
  const failed = anyLeft && !save.isPending ? failureOf(save.error) : null;
  const isTooLong = shown.specialInstructions.trim().length > longest;

  // What an earlier visit could not save.
  useEffect(() => {
    if (Object.keys(toSend()).length > 0) mutate();
  }, [mutate]);

  const choose = (change: Partial<Preferences>) => {
    keepUnsaved(change);
    mutate();
  };
  const saveAll = () => {
    if (isTooLong) text.current?.focus();
    else askForText();
    mutate();
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saveAll();
      }}
    >
      <Card>
        <fieldset className="notice-choices">
          <legend>Notifications</legend>
          <WhereTo email={user.email} />
          {notifications.map(({ name, label, hint }) => (
            <Checkbox
              key={name}
              label={label}
              hint={hint}
              checked={shown[name]}
              onChange={(checked) => choose({ [name]: checked })}
            />
          ))}
        </fieldset>
        {noticesLeft && failed && <NotSaved text={failed} />}
      </Card>
      <Card className="stack">
        <h2>Visits</h2>
        <SelectField
          label="Preferred time"
          value={shown.preferredTime}
          options={times}
          onChange={(event) => choose({ preferredTime: event.target.value as PreferredTime })}
        />
        <TextAreaField
          ref={text}
          label="Special instructions"
          hint="Pets, parking, where the key is: what the team should know at every visit"
          rows={4}
          enterKeyHint="enter"
          value={shown.specialInstructions}
          error={isTooLong ? tooLong : refusalOf(save.error)}
          onChange={(event) => keepUnsaved({ specialInstructions: event.target.value })}
        />
        {failed && !noticesLeft ? (
          <NotSaved text={failed} />
        ) : (
          <SaveState busy={save.isPending} textLeft={textLeft} done={save.isSuccess && save.data !== null} />
        )}
        <Button type="submit" busy={save.isPending}>
          {save.error ? 'Try again' : 'Save Preferences'}
        </Button>
      </Card>
    </form>
  );
}

const refusalOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.fields.specialInstructions : undefined;

/** Why it is not saved and what becomes of it; null where nothing failed or the sign-in page is on its way. */
function failureOf(error: Error | null): string | null {
  if (!error || (error instanceof ApiError && error.status === 401)) return null;
  if (error instanceof NetworkError)
    return 'Not saved yet: the network did not answer. What you chose is kept on this device and saved when it is back.';
  return error instanceof ApiError && error.status < 500
    ? `Not saved: ${error.text.replace(/\.$/, '')}. What you chose is kept on this device.`
    : 'Not saved: something went wrong on our side. What you chose is kept on this device.';
}

function NotSaved({ text }: { text: string }) {
  return (
    <p className="save-state failed" role="alert">
      {text}
    </p>
  );
}

function SaveState({ busy, textLeft, done }: { busy: boolean; textLeft: boolean; done: boolean }) {
  return (
    <p className="save-state" role="status">
      {busy ? (
        'Saving…'
      ) : textLeft ? (
        'Your instructions are not saved yet.'
      ) : done ? (
        <>
          <Icon src={checkmarkCircleOutline} size={20} /> Saved
        </>
      ) : (
        'Choices are saved as you make them, instructions by the button.'
      )}
    </p>
  );
}

/** By what way the notifications come, in all honesty. */
function WhereTo({ email }: { email: string }) {
  const mail = useConfig()?.mail;
  return (
    <p className="muted">
      {mail === 'off' ? (
        'This Hearthkeep sends no e-mail yet. Your choices are kept for when it does.'
      ) : mail === 'mailbox' ? (
        <>
          By e-mail to <span className="anywhere">{email}</span>; in this sandbox, into its{' '}
          <a href="/sandbox/mailbox">mailbox</a>.
        </>
      ) : (
        <>
          By e-mail to <span className="anywhere">{email}</span>.
        </>
      )}
    </p>
  );
}

function Checkbox({
  label,
  hint,
  checked,
  onChange,
}: {
  label: ReactNode;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="notice-choice">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        <span>{label}</span>
      </label>
      <p id={`${id}-hint`} className="muted">
        {hint}
      </p>
    </div>
  );
}

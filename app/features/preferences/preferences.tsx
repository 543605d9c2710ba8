import './preferences.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Preferences, PreferredTime, User } from '../../../api/contract/schemas/people.ts';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { configQuery, useConfig } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextAreaField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { NoticeChoice, WayNames } from './notice-choice.tsx';
import { PushDevice } from './push-device.tsx';
import { preferencesQuery } from './queries.ts';
import { useSavePreferences } from './save-preferences.ts';
import { failureOf, Held, NotSaved, SaveState } from './save-state.tsx';
import {
  askForText,
  hearOtherWindows,
  keepUnsaved,
  toSend,
  type Unsaved,
  unsavedOf,
  useUnsaved,
} from './unsaved.ts';

const longest = 2000;
const tooLong = `Please keep this under ${longest} characters`;

const notifications = [
  {
    name: 'serviceReminders',
    push: 'serviceRemindersPush',
    label: 'Service reminder: 24 hours before',
    pushLabel: 'Push a reminder',
    hint: 'None for a time that was agreed within the last day',
  },
  {
    name: 'bookingUpdates',
    push: 'bookingUpdatesPush',
    label: 'Booking updates',
    pushLabel: 'Push updates',
    hint: 'When you book, move or call off, and when the team schedules, moves, starts, completes or cancels a booking, or sends a quote',
  },
  {
    name: 'teamMessages',
    push: 'teamMessagesPush',
    label: 'Messages from the team',
    pushLabel: 'Push messages',
    hint: 'When the team writes about a booking, or answers in the live chat',
  },
] as const;

/** The windows of spec §9. */
const times: { value: PreferredTime; label: string }[] = [
  { value: 'flexible', label: 'Flexible' },
  { value: 'morning', label: 'Morning (8-12)' },
  { value: 'afternoon', label: 'Afternoon (12-5)' },
  { value: 'evening', label: 'Evening (5-8)' },
];

export default function PreferencesForm({ user, shown }: { user: User; shown: boolean }) {
  const { data, error, refetch } = useQuery({ ...preferencesQuery(), enabled: shown });
  // The form waits for the configuration, so that the text about the channels of notifications does not change a
  // moment later, unless the configuration cannot be read. After a failure each mount loads it again, which must not
  // hide the form.
  const { isLoading, isFetched } = useQuery({ ...configQuery(), enabled: shown });
  if (data && (isFetched || !isLoading)) return <Choices user={user} saved={data} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Skeleton cards={2} label="Loading your preferences" />;
}

/** The choices and the text that are not saved yet. */
function leftOf(unsaved: Unsaved, saved: Preferences) {
  const choicesLeft = toSend({ ...unsaved, textAsked: false });
  const noticesLeft = notifications.some(({ name, push }) => name in choicesLeft || push in choicesLeft);
  const textLeft =
    unsaved.values.specialInstructions !== undefined &&
    unsaved.values.specialInstructions !== saved.specialInstructions;
  const anyLeft = textLeft || Object.keys(choicesLeft).length > 0;
  return { choicesLeft, noticesLeft, textLeft, anyLeft };
}

/** A choice is saved at once, the text with its button; whatever cannot be saved stays, with a notice. */
function Choices({ user, saved }: { user: User; saved: Preferences }) {
  const unsaved = useUnsaved(unsavedOf);
  const save = useSavePreferences();
  const { mutate } = save;
  const shown = { ...saved, ...unsaved.values };
  const { choicesLeft, noticesLeft, textLeft, anyLeft } = leftOf(unsaved, saved);
  // The notice is beside each unsaved choice, and the reason at the end of the card, which may be out of sight. A
  // row keeps its notice during the next attempt, so that nothing below it moves under the finger.
  const online = useOnline();
  const isHeld = (...names: string[]) =>
    (!online || save.isError) && names.some((name) => name in choicesLeft);
  const failed = anyLeft && !save.isPending ? failureOf(save.error) : null;
  const isTooLong = shown.specialInstructions.trim().length > longest;

  useEffect(hearOtherWindows, []);
  // Saves the choices that an earlier visit could not save.
  useEffect(() => {
    if (Object.keys(toSend()).length > 0) mutate();
  }, [mutate]);

  const choose = (change: Partial<Preferences>) => {
    keepUnsaved(change);
    mutate();
  };
  const saveAll = () => {
    if (!isTooLong) askForText();
    mutate();
  };
  return (
    <Form className="stack" onSubmit={saveAll} kept>
      <Notices
        user={user}
        shown={shown}
        isHeld={isHeld}
        onChoose={choose}
        notSaved={noticesLeft ? failed : null}
      />
      <Card className="stack">
        <h2>Visits</h2>
        <SelectField
          label="Preferred time"
          value={shown.preferredTime}
          options={times}
          onChange={(event) => choose({ preferredTime: event.target.value as PreferredTime })}
        />
        <Held held={isHeld('preferredTime')} />
        <TextAreaField
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
    </Form>
  );
}

/** The kinds of notifications and their channels. */
function Notices({
  user,
  shown,
  isHeld,
  onChoose,
  notSaved,
}: {
  user: User;
  shown: Preferences;
  isHeld: (...names: string[]) => boolean;
  onChoose: (change: Partial<Preferences>) => void;
  /** The reason why some choices could not be saved. */
  notSaved: string | null;
}) {
  return (
    <Card>
      <fieldset className="notice-choices">
        <legend>Notifications</legend>
        <WhereTo email={user.email} emailVerified={user.emailVerified} />
        <PushDevice />
        <WayNames />
        {notifications.map(({ name, push, label, pushLabel, hint }) => (
          <NoticeChoice
            key={name}
            label={label}
            hint={hint}
            held={isHeld(name, push)}
            mail={{ checked: shown[name], onChange: (checked) => onChoose({ [name]: checked }) }}
            push={{
              label: pushLabel,
              // A stored answer from before push existed has no such field.
              checked: shown[push] ?? true,
              onChange: (checked) => onChoose({ [push]: checked }),
            }}
          />
        ))}
        <div className="notice-choice">
          <div className="notice-words">
            <p className="title">Payments</p>
            <p className="muted">Receipts, and when one fails or is refunded, or your plan begins or ends</p>
          </div>
          <p className="always">
            Always<span className="visually-hidden">, by e-mail and by push</span>
          </p>
        </div>
      </fieldset>
      {notSaved && <NotSaved text={notSaved} isSaid />}
    </Card>
  );
}

const refusalOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.fields.specialInstructions : undefined;

/** The present channels of notifications, exactly as configured. */
function WhereTo({ email, emailVerified }: Pick<User, 'email' | 'emailVerified'>) {
  const mail = useConfig()?.mail;
  return (
    <p className="muted">
      {mail === 'off' ? (
        'No e-mail is sent yet: what you choose there is kept for when it does. Push shows on your devices.'
      ) : // A stored answer of an older release has no such field.
      emailVerified === false ? (
        <span>
          Nothing is mailed to <span className="anywhere">{email}</span>: your sign-in has not verified it.
          Verify it there, and sign in again. By push to the devices where you turn it on.
        </span>
      ) : mail === 'mailbox' ? (
        <span>
          By e-mail to <span className="anywhere">{email}</span>; in this sandbox, into its{' '}
          <a href="/sandbox/mailbox">mailbox</a>. By push to the devices where you turn it on.
        </span>
      ) : (
        <span>
          By e-mail to <span className="anywhere">{email}</span>, and by push to the devices where you turn it
          on.
        </span>
      )}
    </p>
  );
}

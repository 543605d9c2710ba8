import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { homeLimits } from '../../../api/contract/rules/homes/home-terms.ts';
import type { Home, SuggestedHome } from '../../../api/contract/schemas/homes/homes.ts';
import { call } from '../../lib/api.ts';
import { oneText } from '../../lib/one-text.ts';
import { reasonOf } from '../../lib/reason.ts';
import { homesQuery, shortName, wholeAddress } from '../../shared/homes/homes.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { changedFields, fieldsOf, type HomeField, isWhole, refusedFields } from './home-fields.ts';

interface Props {
  open: boolean;
  /** `null` for a new one. */
  home: Home | null;
  /** The person's other homes, with which it may be joined. */
  others: readonly Home[];
  onClose: () => void;
}

/** A home's fields, and the ways to join and to delete it. */
export function HomeSheet({ open, home, others, onClose }: Props) {
  const [step, setStep] = useState<'fields' | 'join' | 'delete'>('fields');
  const close = () => {
    setStep('fields');
    onClose();
  };
  const title = {
    fields: home ? shortName(home) : 'New home',
    join: 'Join two homes',
    delete: 'Delete this home?',
  };
  return (
    <Sheet open={open} title={title[step]} onClose={close}>
      {step === 'fields' && (
        <HomeForm home={home} onDone={close}>
          {home && (
            <div className="sheet-actions">
              {others.length > 0 && (
                <Button kind="quiet" onClick={() => setStep('join')}>
                  Join With Another Home
                </Button>
              )}
              <Button kind="danger" onClick={() => setStep('delete')}>
                Delete Home
              </Button>
            </div>
          )}
        </HomeForm>
      )}
      {home && step === 'join' && <Join home={home} others={others} onDone={close} />}
      {home && step === 'delete' && <Delete home={home} onDone={close} onBack={() => setStep('fields')} />}
    </Sheet>
  );
}

/** Carries out an act and shows the homes as they are after it. */
function useAct<Given = void>(title: string, act: (given: Given) => Promise<unknown>, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await client.invalidateQueries(homesQuery());
      onDone();
    },
    onError: (error) => {
      if (Object.keys(refusedFields(error)).length > 0) return;
      toast({ title, description: reasonOf(error), style: 'destructive' });
    },
  });
}

function HomeForm({
  home,
  onDone,
  children,
}: {
  home: Home | null;
  onDone: () => void;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState<SuggestedHome>(() => fieldsOf(home));
  const save = useAct(
    'The home was not saved',
    () =>
      home
        ? call('changeHome', { params: { id: home.id }, body: changedFields(home, typed) })
        : call('createHome', { body: typed }),
    onDone,
  );
  const refused = refusedFields(save.error);
  const field = (name: HomeField) => ({
    name,
    value: typed[name],
    error: refused[name],
    enterKeyHint: 'next' as const,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <Form className="home-form" onSubmit={() => save.isPending || save.mutate()}>
      <TextField
        label="Name (optional)"
        hint="Such as: Mum’s place"
        autoComplete="off"
        maxLength={homeLimits.label}
        {...field('label')}
      />
      <TextField
        label="Address"
        hint={
          home && isWhole(home)
            ? 'Please leave street and number here, and write the rest below'
            : 'Street and number'
        }
        autoComplete="address-line1"
        autoCapitalize="words"
        {...field('address')}
      />
      <div className="home-form-pair">
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <TextField label="State" autoComplete="address-level1" {...field('state')} />
        <TextField
          label="Postal code"
          inputMode="numeric"
          autoComplete="postal-code"
          {...field('postalCode')}
        />
      </div>
      <TextField label="Phone number" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
      <TextAreaField label="Access (optional)" hint="Gate codes, keys" rows={2} {...field('access')} />
      <div className="home-form-pair">
        <TextField label="Pets (optional)" autoComplete="off" {...field('pets')} />
        <TextField label="Parking (optional)" autoComplete="off" {...field('parking')} />
      </div>
      <div className="home-form-pair">
        <TextField label="Emergency contact" autoComplete="off" {...field('emergencyContact')} />
        <TextField
          label="Emergency phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...field('emergencyPhone')}
        />
      </div>
      <Button type="submit" wide busy={save.isPending}>
        Save Home
      </Button>
      {children}
    </Form>
  );
}

function Join({ home, others, onDone }: { home: Home; others: readonly Home[]; onDone: () => void }) {
  const join = useAct(
    'The homes were not joined',
    (homeId: string) => call('joinHomes', { params: { id: home.id }, body: { homeId } }),
    onDone,
  );
  return (
    <>
      <p>
        {oneText`${shortName(home)} stays. It gets what it does not know from the home that you choose, which goes. No booking changes.`}
      </p>
      <div className="sheet-actions">
        {others.map((other) => (
          <Button
            key={other.id}
            kind="quiet"
            wide
            busy={join.isPending && join.variables === other.id}
            off={join.isPending}
            onClick={() => join.mutate(other.id)}
          >
            {wholeAddress(other)}
          </Button>
        ))}
      </div>
    </>
  );
}

function Delete({ home, onDone, onBack }: { home: Home; onDone: () => void; onBack: () => void }) {
  const remove = useAct(
    'The home is still there',
    () => call('deleteHome', { params: { id: home.id } }),
    onDone,
  );
  return (
    <>
      <p>{oneText`${wholeAddress(home)} is no longer offered when you book. Your bookings keep what they say.`}</p>
      <div className="sheet-actions">
        <Button kind="danger" wide busy={remove.isPending} onClick={() => remove.mutate()}>
          Delete Home
        </Button>
        <Button kind="quiet" wide onClick={onBack}>
          Keep It
        </Button>
      </div>
    </>
  );
}

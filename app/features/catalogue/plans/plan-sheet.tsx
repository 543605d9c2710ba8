import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanBook, PlanSetting, PlanTerms } from '../../../../api/contract/schemas/plans.ts';
import { ApiError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { begunNames, entriesOf } from '../../../pwa/storage/begun.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { Unsaved } from '../unsaved.tsx';
import {
  bodyOf,
  changedSince,
  fieldsOf,
  idOf,
  type PlanFields,
  type PlanProblems,
  problemsOf,
  shownOf,
} from './plan-fields.ts';
import { PlanFormFields } from './plan-form.tsx';
import { PublishStep } from './publish-step.tsx';
import { type OnMark, planIn, presentIn, showBook } from './queries.ts';
import { Scheduled } from './scheduled.tsx';

interface Props {
  book: PlanBook;
  /** `null` for a new plan. */
  planId: string | null;
  open: boolean;
  onMark: OnMark;
  onClose: () => void;
}

/** The typed plan, with the plan as its author saw it. */
interface Typed {
  fields: PlanFields;
  seen: Pick<PlanSetting, 'revision'> & { terms: PlanTerms | null };
}

/** Unsaved text by plan, and the new plan as `plan-new`, for this person and tab, until the sign-out. */
const kept = entriesOf<Typed>(begunNames.offer);

const typedOf = (plan: PlanSetting | null): Typed => ({
  fields: fieldsOf(plan),
  seen: { revision: plan?.revision ?? 0, terms: plan && shownOf(plan) },
});

/** Edits the draft of a plan, shows what follows from its publication, and publishes it. */
export default function PlanSheet(props: Props) {
  const { book, open, onClose } = props;
  const [addedId, setAddedId] = useState<string | null>(null);
  const planId = props.planId ?? addedId;
  const plan = planId === null ? null : planIn(book, planId);
  const [isPublishing, setPublishing] = useState(false);
  const name = plan && shownOf(plan)?.name;
  const title = plan?.schedule
    ? oneText`${name ?? ''} is planned`
    : isPublishing
      ? oneText`Publish ${name ?? ''}`
      : name
        ? oneText`Edit ${name}`
        : 'New Plan';
  return (
    <Sheet open={open} title={title} onClose={onClose}>
      {plan?.schedule ? (
        <Scheduled plan={plan} onClose={onClose} />
      ) : plan?.draft && isPublishing ? (
        <PublishStep
          plan={plan}
          canWrite={book.canWrite}
          onBack={() => setPublishing(false)}
          onClose={onClose}
        />
      ) : (
        <EditStep {...props} plan={plan} onSaved={setAddedId} onPublish={() => setPublishing(true)} />
      )}
    </Sheet>
  );
}

type EditProps = Props & { plan: PlanSetting | null; onSaved: (id: string) => void; onPublish: () => void };

/** The typed plan, how it is kept on the device, and how it is saved. */
function useTyped({ book, plan, planId, onSaved, onPublish, onClose }: EditProps) {
  const client = useQueryClient();
  const entry = `plan-${planId ?? 'new'}`;
  const [typed, setTyped] = useState<Typed>(() => kept.read(entry) ?? typedOf(plan));
  const [problems, setProblems] = useState<PlanProblems>({});
  const [others, setOthers] = useState<string[]>([]);
  const keep = (next: Typed) => {
    setTyped(next);
    kept.keep(entry, next);
  };
  const save = useMutation({
    mutationFn: (_then: 'close' | 'publish') => {
      const { fields, seen } = typed;
      const body = bodyOf(fields, plan ? seen.revision : null);
      return teamCall('putPlanDraft', { params: { id: plan?.id ?? idOf(fields) }, body });
    },
    onSuccess: (now, then) => {
      const id = plan?.id ?? idOf(typed.fields);
      kept.forget(entry);
      showBook(client, now);
      setTyped(typedOf(planIn(now, id)));
      setOthers([]);
      if (then === 'publish') {
        onSaved(id);
        onPublish();
        return;
      }
      toast({ title: 'Draft saved', description: 'Nobody else sees it before you publish it.' });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
      const current = presentIn(error);
      if (!current) return;
      showBook(client, current);
      const now = planIn(current, plan?.id ?? idOf(typed.fields));
      if (!now) return;
      setOthers(changedSince(typed.seen.terms, shownOf(now)));
      // The next attempt puts this author's values in place of the others', which they have seen now.
      keep({ ...typed, seen: { revision: now.revision, terms: shownOf(now) } });
    },
  });
  const submit = (then: 'close' | 'publish') => {
    if (save.isPending) return;
    const taken = book.plans.map(({ id }) => id);
    const found = problemsOf(typed.fields, plan === null, taken);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (isChanged) save.mutate(then);
    else if (then === 'publish' && plan?.draft) onPublish();
    else onClose();
  };
  const isChanged = JSON.stringify(typed.fields) !== JSON.stringify(fieldsOf(plan));
  return {
    fields: typed.fields,
    problems,
    others,
    isChanged,
    save,
    submit,
    change: (given: Partial<PlanFields>) => {
      setProblems({});
      keep({ ...typed, fields: { ...typed.fields, ...given } });
    },
    drop: () => {
      kept.forget(entry);
      setTyped(typedOf(plan));
      setProblems({});
      setOthers([]);
      save.reset();
    },
  };
}

function EditStep(props: EditProps) {
  const { plan, onMark } = props;
  const online = useOnline();
  const { fields, problems, others, isChanged, save, submit, change, drop } = useTyped(props);
  const mayPublish = isChanged || plan?.draft != null;
  return (
    <Form className="offer-form" onSubmit={() => submit('close')} kept>
      <PlanFormFields fields={fields} problems={problems} isNew={plan === null} change={change} />
      {plan?.present && <Marks plan={plan} onMark={onMark} />}
      <div className="offer-foot">
        <Unsaved what="plan" others={others} failure={save.error} problems={problems} />
        <OfflineNote kept="What you typed stays here." />
        <div className="sheet-actions">
          <Button
            busy={save.isPending && save.variables === 'publish'}
            off={!online || !mayPublish}
            onClick={() => submit('publish')}
          >
            Review and Publish
          </Button>
          <Button
            type="submit"
            kind="quiet"
            busy={save.isPending && save.variables === 'close'}
            off={!online}
          >
            Save Draft
          </Button>
          {isChanged ? (
            <Button kind="plain" onClick={drop}>
              {others.length > 0 ? 'Take theirs' : 'Undo my changes'}
            </Button>
          ) : (
            plan?.draft && <DropDraft plan={plan} onDropped={props.onClose} />
          )}
        </div>
      </div>
    </Form>
  );
}

/** Marks that hold at once, unlike the fields above them. */
function Marks({ plan, onMark }: { plan: PlanSetting; onMark: OnMark }) {
  const online = useOnline();
  const switches = [
    { name: 'popular', label: 'Marked Most Popular', on: plan.popular },
    { name: 'premium', label: 'Marked Premium', on: plan.premium },
  ] as const;
  return (
    <fieldset className="offer-looks">
      <legend>Marks, at once</legend>
      {switches.map(({ name, label, on }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={on}
            disabled={!online}
            onChange={() => onMark(plan, { [name]: !on })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Drops a saved draft; a plan that was never published goes with it. */
function DropDraft({ plan, onDropped }: { plan: PlanSetting; onDropped: () => void }) {
  const client = useQueryClient();
  const online = useOnline();
  const drop = useMutation({
    mutationFn: () =>
      teamCall('dropPlanDraft', { params: { id: plan.id }, body: { revision: plan.revision } }),
    onSuccess: (now) => {
      showBook(client, now);
      toast({ title: 'Draft dropped' });
      onDropped();
    },
    onError: (error) => {
      const current = presentIn(error);
      if (current) showBook(client, current);
      toast({ title: 'Not dropped', description: reasonOf(error), style: 'destructive' });
    },
  });
  const ask = async () => {
    const sure = await confirmFirst({
      title: 'Drop this draft?',
      text: plan.present
        ? 'The plan stays as it is sold now.'
        : 'The plan was never published, so nothing of it stays.',
      yes: 'Drop Draft',
    });
    if (sure) drop.mutate();
  };
  return (
    <Button kind="plain" busy={drop.isPending} off={!online} onClick={() => void ask()}>
      Drop Draft
    </Button>
  );
}

import './inbox.css';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutline, createOutline } from 'ionicons/icons';
import { useState } from 'react';
import { messageLimit } from '../../../../api/contract/rules/message-terms.ts';
import type { CannedReply } from '../../../../api/contract/schemas/chat.ts';
import { ApiError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useUser } from '../../../lib/session.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { cannedRepliesQuery } from './queries.ts';
import { forgetReply, keepReply, type ReplyDraft, useReplyDraft } from './reply-drafts.ts';

interface CannedRepliesProps {
  open: boolean;
  onClose: () => void;
  onPick: (text: string) => void;
}

/**
 * Frequent answers of the team: a tap inserts one into the box. Each member of the team may also add, edit and
 * remove them.
 */
export function CannedReplies({ open, onClose, onPick }: CannedRepliesProps) {
  /** Each opening of the form is an object of its own; a new reply is `null`. */
  const [editing, setEditing] = useState<{ reply: CannedReply | null } | null>(null);
  const { data } = useQuery({ ...cannedRepliesQuery(), enabled: open });
  const reply = data?.find(({ id }) => id === editing?.reply?.id) ?? editing?.reply ?? null;
  const close = () => {
    setEditing(null);
    onClose();
  };
  // A late answer must not close a form that was opened since.
  const leave = () => setEditing((now) => (now === editing ? null : now));
  const title = !editing ? 'Canned replies' : reply ? 'Edit reply' : 'New reply';
  return (
    <Sheet open={open} title={title} onClose={close}>
      {editing ? (
        <ReplyForm reply={reply} onDone={leave} />
      ) : (
        <Replies open={open} onPick={onPick} onEdit={(chosen) => setEditing({ reply: chosen })} />
      )}
    </Sheet>
  );
}

function Replies({
  open,
  onPick,
  onEdit,
}: Pick<CannedRepliesProps, 'open' | 'onPick'> & { onEdit: (reply: CannedReply | null) => void }) {
  const { data, error, refetch } = useQuery({ ...cannedRepliesQuery(), enabled: open });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton cards={3} height="4.5rem" label="Reading the replies" />
    );
  return (
    <div className="stack">
      {data.length === 0 && (
        <EmptyState drawing="letter" title="No replies yet" text="Keep here what you answer often." />
      )}
      <ul className="canned-list">
        {data.map((reply) => (
          <li key={reply.id} className="canned">
            <button type="button" className="card canned-pick" onClick={() => onPick(reply.text)}>
              <strong>{reply.title}</strong>
              <span className="muted">{reply.text}</span>
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={oneText`Edit ${reply.title}`}
              onClick={() => onEdit(reply)}
            >
              <Icon src={createOutline} />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" icon={addOutline} onClick={() => onEdit(null)}>
        Add a reply
      </Button>
    </div>
  );
}

function ReplyForm({ reply, onDone }: { reply: CannedReply | null; onDone: () => void }) {
  const client = useQueryClient();
  const { user } = useUser();
  const userId = user?.id ?? '';
  const draft = useReplyDraft(userId, reply);
  const { title, text } = draft;
  const change = (given: Partial<ReplyDraft>) => keepReply(userId, reply, { ...draft, ...given });
  /**
   * The list is updated before the form closes, so that an outdated reply cannot be chosen. Nothing would read the
   * hidden list again in time.
   */
  const keep = async (changed: (known: CannedReply[]) => CannedReply[], sent: ReplyDraft) => {
    const { queryKey } = cannedRepliesQuery();
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<CannedReply[]>(queryKey, (known) => known && changed(known));
    void client.invalidateQueries({ queryKey, exact: true });
    forgetReply(userId, reply, sent);
    onDone();
  };
  // A form that is left and opened again while its reply is being saved must not save it once more.
  const mutationKey = ['save canned reply', reply?.id ?? 'new'];
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const save = useMutation({
    mutationKey,
    mutationFn: (body: ReplyDraft) =>
      reply
        ? teamCall('changeCannedReply', { params: { id: reply.id }, body })
        : teamCall('addCannedReply', { body }),
    onSuccess: (saved, sent) =>
      keep(
        (known) =>
          [...known.filter(({ id }) => id !== saved.id), saved].sort((a, b) =>
            a.title.localeCompare(b.title),
          ),
        sent,
      ),
    onError: sayFailed,
  });
  const remove = useMutation({
    mutationFn: (id: string) => teamCall('removeCannedReply', { params: { id } }),
    onSuccess: (_, removed) => keep((known) => known.filter(({ id }) => id !== removed), draft),
    onError: sayFailed,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const submit = () => {
    if (!isSaving) save.mutate(draft);
  };
  const removeAsked = async (known: CannedReply) => {
    const yes = await confirmFirst({
      title: oneText`Remove “${known.title}”?`,
      text: 'The team can no longer choose it.',
      yes: 'Remove',
      danger: true,
    });
    if (yes) remove.mutate(known.id);
  };
  return (
    <Form className="stack" onSubmit={submit} kept>
      <TextField
        label="Title"
        value={title}
        maxLength={80}
        error={fields.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextAreaField
        label="Reply"
        rows={5}
        value={text}
        maxLength={messageLimit}
        error={fields.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <div className="sheet-actions">
        <Button type="submit" busy={isSaving}>
          Save Reply
        </Button>
        {reply && (
          <Button kind="danger" busy={remove.isPending} onClick={() => void removeAsked(reply)}>
            Remove
          </Button>
        )}
        <Button kind="quiet" onClick={onDone}>
          Back
        </Button>
      </div>
    </Form>
  );
}

function sayFailed(error: Error): void {
  if (error instanceof ApiError && Object.keys(error.fields).length) return;
  toast({
    title: 'That did not work',
    description:
      error instanceof ApiError ? error.text : 'The network did not answer. What you wrote is still here.',
    style: 'destructive',
  });
}

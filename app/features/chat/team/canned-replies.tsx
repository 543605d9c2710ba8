import './inbox.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addOutline, createOutline } from 'ionicons/icons';
import { type FormEvent, useState } from 'react';
import { messageLimit } from '../../../../api/contract/facts/message-terms.ts';
import type { CannedReply } from '../../../../api/contract/schemas/chat.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { cannedRepliesQuery } from '../inbox-queries.ts';

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
  const [editing, setEditing] = useState<CannedReply | 'new' | null>(null);
  const close = () => {
    setEditing(null);
    onClose();
  };
  const title = !editing ? 'Canned replies' : editing === 'new' ? 'New reply' : 'Edit reply';
  return (
    <Sheet open={open} title={title} onClose={close}>
      {editing ? (
        <ReplyForm reply={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
      ) : (
        <Replies open={open} onPick={onPick} onEdit={setEditing} />
      )}
    </Sheet>
  );
}

function Replies({
  open,
  onPick,
  onEdit,
}: Pick<CannedRepliesProps, 'open' | 'onPick'> & { onEdit: (reply: CannedReply | 'new') => void }) {
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
              aria-label={`Edit ${reply.title}`}
              onClick={() => onEdit(reply)}
            >
              <Icon src={createOutline} />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" size="small" icon={addOutline} onClick={() => onEdit('new')}>
        Add a reply
      </Button>
    </div>
  );
}

function ReplyForm({ reply, onDone }: { reply: CannedReply | null; onDone: () => void }) {
  const client = useQueryClient();
  const [title, setTitle] = useState(reply?.title ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  /**
   * The list is updated before the form closes, so that an outdated reply cannot be chosen. Nothing would read the
   * hidden list again in time.
   */
  const keep = async (changed: (known: CannedReply[]) => CannedReply[]) => {
    const { queryKey } = cannedRepliesQuery();
    await client.cancelQueries({ queryKey, exact: true });
    client.setQueryData<CannedReply[]>(queryKey, (known) => known && changed(known));
    void client.invalidateQueries({ queryKey, exact: true });
    onDone();
  };
  const save = useMutation({
    mutationFn: () =>
      reply
        ? call('changeCannedReply', { params: { id: reply.id }, body: { title, text } })
        : call('addCannedReply', { body: { title, text } }),
    onSuccess: (saved) =>
      keep((known) =>
        [...known.filter(({ id }) => id !== saved.id), saved].sort((a, b) => a.title.localeCompare(b.title)),
      ),
    onError: sayFailed,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('removeCannedReply', { params: { id } }),
    onSuccess: (_, removed) => keep((known) => known.filter(({ id }) => id !== removed)),
    onError: sayFailed,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  const removeAsked = async (known: CannedReply) => {
    const yes = await confirmFirst({
      title: `Remove “${known.title}”?`,
      text: 'Nobody of the team can pick it any more.',
      yes: 'Remove',
      danger: true,
    });
    if (yes) remove.mutate(known.id);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Title"
        value={title}
        maxLength={80}
        error={fields.title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextAreaField
        label="Reply"
        rows={5}
        value={text}
        maxLength={messageLimit}
        error={fields.text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="sheet-actions">
        <Button type="submit" busy={save.isPending}>
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
    </form>
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

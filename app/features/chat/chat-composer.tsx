import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Talk } from '../../lib/cache/chat-messages.ts';
import { readDraft, saveDraft } from '../../pwa/storage/chat-unsent.ts';
import { draftNote } from '../../pwa/storage/drafts.ts';
import { MessageBox } from '../../ui/fields/message-box.tsx';
import { sayTyping } from './room.ts';
import { TypingTold } from './typing.ts';
import { keepUnsent } from './unsent.ts';

export interface ComposerHandle {
  /** Inserts text at the cursor, replacing the selection. */
  insert: (text: string) => void;
}

interface ChatComposerProps {
  talk: Talk;
  /** The writer's id. */
  userId: string;
  label: string;
  /** Whether the person came to write. */
  takeFocus?: boolean;
  /** The newest message that the writer sees, `null` without one; only for the team. */
  lastSeenId?: string | null;
  /** Called before sending; `false` keeps the text in the box. */
  maySend?: () => Promise<boolean>;
  /** Called when writing begins, and with `true` when the box is empty again. */
  onWriting?: (ended: boolean) => void;
  /** Content before the box. */
  tools?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** The field for a chat's messages. Typed text is kept, through closing and reload, until it is sent. */
export function ChatComposer({
  talk,
  userId,
  label,
  takeFocus = false,
  lastSeenId,
  maySend,
  onWriting,
  tools,
  ref,
}: ChatComposerProps) {
  const { id, isSupport } = talk;
  const [text, setText] = useState(() => readDraft(userId, id));
  const asking = useRef(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const boxId = useId();
  const typing = useMemo(() => new TypingTold(() => sayTyping({ id, isSupport })), [id, isSupport]);

  const keep = (next: string) => {
    if (!text && next) onWriting?.(false);
    if (text && !next) onWriting?.(true);
    setText(next);
    saveDraft(userId, id, next);
  };
  useImperativeHandle(ref, () => ({
    insert: (inserted) => {
      const box = area.current;
      if (!box) return;
      const { selectionStart: from, selectionEnd: to, value } = box;
      keep(value.slice(0, from) + inserted + value.slice(to));
      // Waits until the closed dialog has given the focus back.
      setTimeout(() => {
        box.focus();
        box.setSelectionRange(from + inserted.length, from + inserted.length);
      });
    },
  }));

  const send = async (content: string) => {
    if (asking.current) return;
    asking.current = true;
    const may = (await maySend?.()) ?? true;
    asking.current = false;
    if (!may || area.current?.value.trim() !== content) return;
    if (!keepUnsent(talk, content, lastSeenId)) return;
    keep('');
    typing.sent();
    area.current?.focus();
  };

  return (
    <MessageBox
      note={draftNote()}
      id={boxId}
      name={label}
      label={label}
      text={text}
      onText={(next) => {
        keep(next);
        if (next.trim()) typing.typed();
      }}
      onSend={(content) => void send(content)}
      area={area}
      takeFocus={takeFocus}
      tools={tools}
    />
  );
}

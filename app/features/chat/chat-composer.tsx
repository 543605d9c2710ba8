import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { readDraft, saveDraft } from '../../pwa/storage/chat-unsent.ts';
import { draftNote } from '../../pwa/storage/drafts.ts';
import { MessageBox } from '../../ui/fields/message-box.tsx';
import type { Talk } from './queries.ts';
import { sayTyping } from './room.ts';
import { TypingTold } from './typing.ts';
import { keepUnsent } from './unsent.ts';

export interface ComposerHandle {
  /** Puts text where the cursor is, instead of what is selected. */
  insert: (text: string) => void;
}

interface ChatComposerProps {
  talk: Talk;
  /** Who writes. */
  userId: string;
  label: string;
  /** Whether writing is what the person came for. */
  takeFocus?: boolean;
  /** Of the team: the newest message that stands before the writer, `null` where there is none. */
  lastSeenId?: string | null;
  /** Asked before something goes; `false` keeps it in the box. */
  maySend?: () => Promise<boolean>;
  /** Told when writing begins, and with `true` when the box is empty again. */
  onWriting?: (ended: boolean) => void;
  /** Stands before the box. */
  tools?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** Where a chat's messages are written. What is typed is kept, through closing and reload, until it is sent. */
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
      // Once the dialog that it came from has given the focus back.
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

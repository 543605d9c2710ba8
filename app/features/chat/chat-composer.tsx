import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react';
import type { Talk } from '../../lib/cache/chat-messages.ts';
import { readChatDraft, saveChatDraft } from '../../pwa/storage/drafts.ts';
import { outbox } from '../../pwa/unsent/outbox.ts';
import { useWriting } from '../../pwa/unsent/use-writing.ts';
import { MessageBox } from '../../ui/fields/message-box.tsx';
import { sayTyping } from './room.ts';
import { TypingTold } from './typing.ts';

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
  const { text, keep, area, note, isSending, send } = useWriting({
    read: () => readChatDraft(userId, id),
    save: (draft) => saveChatDraft(userId, id, draft),
  });
  const asking = useRef(false);
  const boxId = useId();
  const typing = useMemo(() => new TypingTold(() => sayTyping({ id, isSupport })), [id, isSupport]);

  const write = (next: string) => {
    if (!text && next) onWriting?.(false);
    if (text && !next) onWriting?.(true);
    keep(next);
  };
  useImperativeHandle(ref, () => ({
    insert: (inserted) => {
      const box = area.current;
      if (!box) return;
      const { selectionStart: from, selectionEnd: to, value } = box;
      write(value.slice(0, from) + inserted + value.slice(to));
      // Waits until the closed dialog has given the focus back.
      setTimeout(() => {
        box.focus();
        box.setSelectionRange(from + inserted.length, from + inserted.length);
      });
    },
  }));

  const onSend = async (content: string) => {
    if (asking.current || isSending(content)) return;
    asking.current = true;
    const may = (await maySend?.()) ?? true;
    asking.current = false;
    if (!may || area.current?.value.trim() !== content) return;
    onWriting?.(true);
    typing.sent();
    const seen = isSupport && lastSeenId !== undefined && { lastSeenId };
    const kept = await send(content, () => outbox.queue(id, { kind: 'chat', isSupport, content, ...seen }));
    if (!kept) onWriting?.(false);
  };

  return (
    <MessageBox
      note={note}
      id={boxId}
      name={label}
      label={label}
      text={text}
      onText={(next) => {
        write(next);
        if (next.trim()) typing.typed();
      }}
      onSend={(content) => void onSend(content)}
      area={area}
      takeFocus={takeFocus}
      tools={tools}
    />
  );
}

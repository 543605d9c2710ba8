import { useRef, useState } from 'react';
import { toast } from '../../ui/toasts/toast.tsx';
import { draftNote } from '../storage/drafts.ts';
import { useOutboxKeeps } from './outbox.ts';

/** The place on the device for a text that is being written. */
export interface Draft {
  read: () => string;
  save: (text: string) => void;
}

/**
 * The text of a message that is being written, and its way into the outbox. The device keeps it as a draft until the
 * outbox has it. A message that could be neither kept nor sent is in the box again, before the text typed since.
 */
export function useWriting({ read, save }: Draft) {
  const keeps = useOutboxKeeps();
  const [text, setText] = useState(read);
  const sending = useRef<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  /** The text in the box, which the box itself shows a moment later. */
  const typed = useRef(text);

  const show = (next: string) => {
    typed.current = next;
    setText(next);
  };
  const keep = (next: string) => {
    show(next);
    save(next);
  };

  /** The person may also have left the page meanwhile, and returned to another composer. */
  const typedSince = (message: string) => {
    if (area.current) return typed.current;
    const draft = read();
    return draft === message ? '' : draft;
  };

  return {
    text,
    keep,
    area,
    /** A note for a person whose device does not keep the text, or the messages. */
    note: keeps
      ? draftNote()
      : 'This device can’t keep what you write. It is sent only while you are online.',
    /** Whether this text is being handed over: a second tap in the same moment sends nothing. */
    isSending: (message: string): boolean => sending.current === message,

    /**
     * Hands a message over and empties the box at once.
     * @param queue gives it to the outbox
     * @returns whether the outbox has it, or has sent it
     */
    async send(message: string, queue: () => Promise<void>): Promise<boolean> {
      sending.current = message;
      show('');
      area.current?.focus();
      try {
        await queue();
        save(typedSince(message));
        return true;
      } catch (error) {
        const since = typedSince(message);
        keep(since ? `${message}\n${since}` : message);
        toast({
          title: 'Failed to send message',
          description: error instanceof Error ? error.message : 'Please try again.',
          style: 'destructive',
        });
        return false;
      } finally {
        sending.current = null;
      }
    },
  };
}

import { arrowForwardOutline } from 'ionicons/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { queueMessage } from '../../pwa/outbox/outbox.ts';
import { outboxStore } from '../../pwa/outbox/store.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { composerId } from './go-write.ts';
import { roomFor } from './limit.ts';

/** Where a message is written. What is typed is kept per booking, through leaving and reload, until it is sent. */
export function Composer({
  bookingId,
  userId,
  takeFocus = false,
}: {
  bookingId: string;
  userId: string;
  /** Whether writing is what the person came for. */
  takeFocus?: boolean;
}) {
  const [text, setText] = useState('');
  const typed = useRef(false);
  const sending = useRef('');
  const area = useRef<HTMLTextAreaElement>(null);
  const empty = !text.trim();
  const room = roomFor(text);
  const roomId = `${composerId(bookingId)}-room`;

  useEffect(() => {
    if (takeFocus) area.current?.focus();
  }, [takeFocus]);

  useEffect(() => {
    outboxStore
      .readDraft(userId, bookingId)
      .then((draft) => !typed.current && setText(draft))
      .catch(() => {});
  }, [userId, bookingId]);

  useEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = 'auto';
    if (text) box.style.height = `${Math.min(box.scrollHeight, 132)}px`;
  }, [text]);

  const show = (next: string) => {
    typed.current = true;
    setText(next);
  };
  const saveDraft = (next: string) => outboxStore.saveDraft(userId, bookingId, next).catch(() => {});
  const keep = (next: string) => {
    show(next);
    void saveDraft(next);
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    // A second tap in the same moment sends nothing more.
    if (!message || room.tooLong || sending.current === message) return;
    sending.current = message;
    show('');
    area.current?.focus();
    try {
      await queueMessage({ bookingId, message });
      void saveDraft(area.current?.value ?? '');
    } catch (error) {
      const since = area.current?.value;
      keep(since ? `${message}\n${since}` : message);
      toast({
        title: 'Failed to send message',
        description: error instanceof Error ? error.message : 'Please try again.',
        style: 'destructive',
      });
    } finally {
      sending.current = '';
    }
  };

  return (
    <form className="composer" aria-label="Write to the team" onSubmit={(event) => void send(event)}>
      <label className="visually-hidden" htmlFor={composerId(bookingId)}>
        Message to the team
      </label>
      <p id={roomId} role="status" className={room.tooLong ? 'room error' : 'room'}>
        {room.text}
      </p>
      <textarea
        id={composerId(bookingId)}
        ref={area}
        rows={1}
        aria-invalid={room.tooLong || undefined}
        aria-describedby={room.text ? roomId : undefined}
        placeholder="Type your message..."
        enterKeyHint="send"
        value={text}
        onChange={(event) => keep(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" className="send" aria-label="Send" disabled={empty || room.tooLong}>
        <Icon src={arrowForwardOutline} size={22} />
      </button>
    </form>
  );
}

import { useRef, useState } from 'react';
import { draftNote, readDraft, saveDraft } from '../../pwa/storage/drafts.ts';
import { outbox, useOutboxKeeps } from '../../pwa/unsent/outbox.ts';
import { MessageBox } from '../../ui/fields/message-box.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { composerId, showEnd } from './go-write.ts';
import { AttachPhotos, PhotoStrip } from './photo-strip.tsx';
import { useDraftPhotos } from './use-draft-photos.ts';

/** The text being written for a booking, and how it gets into the outbox. */
function useWriting(bookingId: string, userId: string) {
  const [text, setText] = useState(() => readDraft(userId, bookingId));
  const sending = useRef<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const photos = useDraftPhotos(userId, bookingId);

  const keep = (next: string) => {
    setText(next);
    saveDraft(userId, bookingId, next);
  };

  /** The person may also have left the page meanwhile, and returned to another composer. */
  const typedSince = (message: string) => {
    if (area.current) return area.current.value;
    const draft = readDraft(userId, bookingId);
    return draft === message ? '' : draft;
  };

  const send = async (message: string) => {
    // A second tap in the same moment sends nothing.
    if (sending.current === message && !photos.chosen.length) return;
    sending.current = message;
    const going = photos.take();
    // The device keeps the draft until the message is stored.
    setText('');
    area.current?.focus();
    try {
      await outbox.queue(bookingId, { kind: 'message', message, photoIds: going.map(({ id }) => id) }, going);
      photos.sent(going);
      showEnd(bookingId);
      saveDraft(userId, bookingId, typedSince(message));
    } catch (error) {
      const since = typedSince(message);
      keep(since ? `${message}\n${since}` : message);
      photos.putBack(going);
      toast({
        title: 'Failed to send message',
        description: error instanceof Error ? error.message : 'Please try again.',
        style: 'destructive',
      });
    } finally {
      sending.current = null;
    }
  };

  return { text, keep, send, area, photos };
}

/**
 * The field for a message. Typed text and its photos are kept per booking, through leaving and reload, until they
 * are sent.
 */
export function Composer({
  bookingId,
  userId,
  takeFocus = false,
  to = 'the team',
}: {
  bookingId: string;
  userId: string;
  /** Whether the person came to write. */
  takeFocus?: boolean;
  /** The reader of the message. */
  to?: 'the team' | 'the customer';
}) {
  const attach = useRef<HTMLInputElement>(null);
  const keeps = useOutboxKeeps();
  const { text, keep, send, area, photos } = useWriting(bookingId, userId);

  return (
    <MessageBox
      id={composerId(bookingId)}
      name={`Write to ${to}`}
      label={`Message to ${to}`}
      text={text}
      onText={keep}
      onSend={(message) => void send(message)}
      area={area}
      takeFocus={takeFocus}
      filled={photos.chosen.length > 0}
      waits={!photos.ready}
      note={
        keeps ? draftNote() : 'This device can’t keep what you write. It is sent only while you are online.'
      }
      onPaste={(event) => {
        const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
        if (!files.length) return;
        event.preventDefault();
        void photos.add(files);
      }}
      tools={
        <>
          <PhotoStrip chosen={photos.chosen} onTakeOut={photos.takeOut} attach={attach} />
          <AttachPhotos onChosen={(files) => void photos.add(files)} input={attach} />
        </>
      }
    />
  );
}

import { useRef } from 'react';
import { readDraft, saveDraft } from '../../pwa/storage/drafts.ts';
import { outbox } from '../../pwa/unsent/outbox.ts';
import { useWriting } from '../../pwa/unsent/use-writing.ts';
import { MessageBox } from '../../ui/fields/message-box.tsx';
import { composerId, showEnd } from './go-write.ts';
import { AttachPhotos, PhotoStrip } from './photo-strip.tsx';
import { useDraftPhotos } from './use-draft-photos.ts';

/** The text being written for a booking, with its photos, and how it gets into the outbox. */
function useMessage(bookingId: string, userId: string) {
  const {
    isSending,
    send: handOver,
    ...writing
  } = useWriting({
    read: () => readDraft(userId, bookingId),
    save: (text) => saveDraft(userId, bookingId, text),
  });
  const photos = useDraftPhotos(userId, bookingId);

  const send = async (message: string) => {
    if (isSending(message) && !photos.chosen.length) return;
    const going = photos.take();
    const sent = await handOver(message, async () => {
      await outbox.queue(bookingId, { kind: 'message', message, photoIds: going.map(({ id }) => id) }, going);
      photos.sent(going);
      showEnd(bookingId);
    });
    if (!sent) photos.putBack(going);
  };

  return { ...writing, send, photos };
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
  const { text, keep, send, area, photos, note } = useMessage(bookingId, userId);

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
      note={note}
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

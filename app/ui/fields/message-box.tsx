import './messages.css';
import { arrowForwardOutline } from 'ionicons/icons';
import { type ClipboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { roomFor } from '../../lib/message-limit.ts';
import { Icon } from '../icon.tsx';
import { isComposing } from './composing.ts';
import { Form } from './form.tsx';

interface MessageBoxProps {
  id: string;
  /** The name of the form with its button. */
  name: string;
  /** The label of the box. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Called with the trimmed text, if there is something to send and it is not too long. */
  onSend: (message: string) => void;
  /** The box itself, so that the sender can give the focus back. */
  area: RefObject<HTMLTextAreaElement | null>;
  /** Whether the person came to write. */
  takeFocus?: boolean;
  /** Content before the box. */
  tools?: ReactNode;
  /** Whether there is something to send without text. */
  filled?: boolean;
  /** Whether an attachment is still being made. */
  waits?: boolean;
  onPaste?: (event: ClipboardEvent) => void;
  /** A note about writing; replaced by the remaining room when that is short. */
  note?: string;
}

/**
 * The box in which a message is written. It grows with its text, shows the remaining room, and Enter sends (with
 * Shift it begins a line). Its owner stores and sends the text.
 */
export function MessageBox({
  id,
  name,
  label,
  text,
  onText,
  onSend,
  area,
  takeFocus = false,
  tools,
  filled = false,
  waits = false,
  onPaste,
  note = '',
}: MessageBoxProps) {
  const room = roomFor(text);
  const roomId = `${id}-room`;
  const canSend = (!room.isEmpty || filled) && !room.tooLong && !waits;

  useEffect(() => {
    if (takeFocus) area.current?.focus();
  }, [takeFocus, area]);

  useEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = 'auto';
    if (text) box.style.height = `${box.scrollHeight}px`;
  }, [text, area]);

  const submit = () => {
    const message = text.trim();
    if (canSend) onSend(message);
  };

  return (
    <Form className="composer" aria-label={name} onSubmit={submit} kept>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <p id={roomId} role="status" className={room.tooLong ? 'room error' : 'room'}>
        {room.text || note}
      </p>
      {tools}
      <textarea
        id={id}
        ref={area}
        rows={1}
        aria-invalid={room.tooLong || undefined}
        aria-describedby={room.text || note ? roomId : undefined}
        placeholder="Type your message..."
        enterKeyHint="send"
        value={text}
        onPaste={onPaste}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" className="send" aria-label="Send" disabled={!canSend}>
        <Icon src={arrowForwardOutline} size={22} />
      </button>
    </Form>
  );
}

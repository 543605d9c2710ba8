import './messages.css';
import { arrowForwardOutline } from 'ionicons/icons';
import { type ClipboardEvent, type FormEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { roomFor } from '../../lib/message-limit.ts';
import { Icon } from '../icon.tsx';
import { isComposing } from './composing.ts';

/** As high as it grows; what is longer scrolls in it. */
const mostPx = 132;

interface MessageBoxProps {
  id: string;
  /** Names the whole, with its button. */
  name: string;
  /** Names the box. */
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Given what was written, without the space around it, if there is something to send and it is not too long. */
  onSend: (message: string) => void;
  /** The box itself: whoever sends gives it the focus back. */
  area: RefObject<HTMLTextAreaElement | null>;
  /** Whether writing is what the person came for. */
  takeFocus?: boolean;
  /** Stands before the box. */
  tools?: ReactNode;
  /** Whether there is something to send also without words. */
  filled?: boolean;
  /** Whether something that goes with it is still being made. */
  waits?: boolean;
  onPaste?: (event: ClipboardEvent) => void;
  /** What to know before writing; while there is little room left, that is said instead. */
  note?: string;
}

/**
 * Where a message is written: it grows with its text, says how much room is left, and Enter sends (with Shift it begins
 * a line). Keeping and sending what is written is its owner's.
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
  const canSend = (text.trim() !== '' || filled) && !room.tooLong && !waits;

  useEffect(() => {
    if (takeFocus) area.current?.focus();
  }, [takeFocus, area]);

  useEffect(() => {
    const box = area.current;
    if (!box) return;
    box.style.height = 'auto';
    if (text) box.style.height = `${Math.min(box.scrollHeight, mostPx)}px`;
  }, [text, area]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (canSend) onSend(message);
  };

  return (
    <form className="composer" aria-label={name} onSubmit={submit} data-kept>
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
    </form>
  );
}

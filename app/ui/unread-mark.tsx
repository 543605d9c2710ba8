/** The number of unseen messages, or of other waiting items; nothing for 0. */
export function UnreadMark({ count, word = 'unread' }: { count: number; word?: string }) {
  if (count <= 0) return null;
  return (
    <span className="unread-mark">
      <span>{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden"> {word}</span>
    </span>
  );
}

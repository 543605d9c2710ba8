/** How many messages were not seen, or how many of something else wait; nothing where none is. */
export function UnreadMark({ count, word = 'unread' }: { count: number; word?: string }) {
  if (count <= 0) return null;
  return (
    <span className="unread-mark">
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> {word}</span>
    </span>
  );
}

/** The shape of what comes: lines and cards. `label` is what a screen reader hears instead. */
export function Skeleton({ cards = 3, label = 'Loading' }: { cards?: number; label?: string }) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      <div className="skeleton title" />
      {[1, 2, 3, 4, 5, 6].slice(0, cards).map((card) => (
        <div key={card} className="skeleton block" />
      ))}
    </div>
  );
}

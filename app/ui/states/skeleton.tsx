/**
 * The shape of what comes: a title and cards, or one card as high as `height` says. `label` is what a screen reader
 * hears instead.
 */
export function Skeleton({
  cards = 3,
  height,
  label = 'Loading',
}: {
  cards?: number;
  height?: string;
  label?: string;
}) {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{label}</span>
      {!height && <div className="skeleton title" />}
      {[1, 2, 3, 4, 5, 6].slice(0, cards).map((card) => (
        <div key={card} className="skeleton block" style={{ height }} />
      ))}
    </div>
  );
}

/** A row of tabs, each as wide as `widths` says (px). */
export function TabShapes({ widths }: { widths: readonly number[] }) {
  return (
    <div className="tab-shapes">
      {widths.map((width) => (
        <div key={width} className="skeleton tab-shape" style={{ width }} />
      ))}
    </div>
  );
}

import { type KeyboardEvent, useEffect, useRef } from 'react';

export interface TabItem<V extends string> {
  value: V;
  label: string;
  /** The count as shown: a number, or a text such as '1,000+'. */
  count?: number | string;
}

/** Tabs over one list; arrow keys move. `panelId` is the element that they change. */
export function Tabs<V extends string>({
  label,
  value,
  onChange,
  items,
  panelId,
}: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  items: readonly TabItem<V>[];
  panelId: string;
}) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const at = items.findIndex((i) => i.value === value);
    const next = items[(at + step + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-value="${next.value}"]`)?.focus();
  };
  const row = useRef<HTMLDivElement>(null);
  // On a narrow screen the row is wider than the page, so the chosen tab is scrolled to the middle, once there is a
  // width.
  useEffect(() => {
    const all = row.current;
    const chosen = all?.querySelector<HTMLElement>(`[data-value="${value}"]`);
    if (!all || !chosen) return;
    const watch = new ResizeObserver(() => {
      all.scrollLeft = chosen.offsetLeft - all.offsetLeft - (all.clientWidth - chosen.offsetWidth) / 2;
    });
    // A tab widens when its count comes.
    for (const box of [all, ...all.children]) watch.observe(box);
    return () => watch.disconnect();
  }, [value]);
  return (
    <div ref={row} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="tab"
          data-value={item.value}
          aria-selected={item.value === value}
          aria-controls={panelId}
          tabIndex={item.value === value ? 0 : -1}
          onClick={() => onChange(item.value)}
        >
          <span>{item.label}</span>
          {/* The space keeps a screen reader from joining both into one word. */}
          {item.count !== undefined && (
            <>
              {' '}
              <span className="count">{item.count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}

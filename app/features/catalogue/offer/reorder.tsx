import { defineCustomElement as defineReorderGroup } from '@ionic/core/components/ion-reorder-group.js';
import { reorderThreeOutline } from 'ionicons/icons';
import { createElement, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { oneText } from '../../../lib/one-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { moved } from './order.ts';

// Ionic's React wrappers are one module, which would bring this part's code into the first screen. The handle needs no
// code of its own: the group looks for its element.
defineReorderGroup();

type Moved = CustomEvent<{ from: number; to: number; complete: (ordered: boolean) => void }>;

interface Item {
  id: string;
  name: string;
}

/**
 * A list whose members are moved by their handle: dragged by finger or mouse (Ionic's part), or with the arrow keys,
 * which that part does not know. A screen reader hears each new place.
 */
export function Reorder<T extends Item>({
  items,
  label,
  off,
  onOrder,
  children,
}: {
  items: readonly T[];
  label: string;
  /** Whether nothing can be moved now; the handles are hidden. */
  off: boolean;
  onOrder: (ids: string[]) => void;
  children: (item: T) => ReactNode;
}) {
  const hint = useId();
  const group = useRef<HTMLElement>(null);
  const [place, setPlace] = useState('');
  const focused = useRef<string | null>(null);
  const ids = items.map((one) => one.id);

  const move = (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length || from === to) return;
    setPlace(oneText`${item.name} is now ${to + 1} of ${items.length}`);
    onOrder(moved(ids, from, to));
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focused.current = ids[at] ?? null;
    move(at, to);
  };
  // A row that React moves loses the focus.
  const order = ids.join();
  useEffect(() => {
    if (!order || focused.current === null) return;
    group.current?.querySelector<HTMLElement>(`[data-handle="${focused.current}"]`)?.focus();
    focused.current = null;
  }, [order]);

  return (
    <>
      <p id={hint} className="visually-hidden">
        The arrow keys move it up and down.
      </p>
      <p className="visually-hidden" role="status">
        {place}
      </p>
      {createElement(
        'ion-reorder-group',
        {
          ref: group,
          role: 'list',
          'aria-label': label,
          class: 'ruled offer-list',
          disabled: off,
          onionReorderEnd: ({ detail }: Moved) => {
            // React draws the new order; the part only ends its own gesture.
            detail.complete(false);
            move(detail.from, detail.to);
          },
        },
        items.map((item, at) => (
          // Ionic's part is the list, so its rows cannot be elements of one.
          // biome-ignore lint/a11y/useSemanticElements: an <li> must stand in an <ul>
          <div key={item.id} role="listitem" className="offer-row">
            {!off &&
              createElement(
                'ion-reorder',
                null,
                <button
                  type="button"
                  className="offer-handle"
                  data-handle={item.id}
                  aria-label={oneText`Move ${item.name}, ${at + 1} of ${items.length}`}
                  aria-describedby={hint}
                  onKeyDown={(event) => onKey(event, at)}
                >
                  <Icon src={reorderThreeOutline} size={22} />
                </button>,
              )}
            {children(item)}
          </div>
        )),
      )}
    </>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/**
 * A part of a form that needs nothing: one line, with a button that opens its fields. A part with a field to fill in
 * is open, and stays so while the person is in it.
 */
export function Folded({
  line,
  more,
  change,
  isFolded,
  onOpen,
  children,
}: {
  line: string;
  /** Words below the line. */
  more?: string | undefined;
  /** The button's name for a screen reader. */
  change: string;
  isFolded: boolean;
  onOpen: () => void;
  children: ReactNode;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const isOpening = useRef(false);
  useEffect(() => {
    if (isFolded || !isOpening.current) return;
    isOpening.current = false;
    fields.current?.querySelector('input')?.focus();
  }, [isFolded]);
  if (!isFolded)
    return (
      <fieldset ref={fields} className="form-part" onFocus={onOpen}>
        {children}
      </fieldset>
    );
  return (
    <div className="folded-line">
      <p>
        <span>{line}</span>
        {more && <small>{more}</small>}
      </p>
      <Button
        kind="plain"
        aria-label={change}
        onClick={() => {
          isOpening.current = true;
          onOpen();
        }}
      >
        Change
      </Button>
    </div>
  );
}

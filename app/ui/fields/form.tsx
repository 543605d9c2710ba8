import { type ComponentProps, useEffect, useRef, useState } from 'react';

/**
 * The frame of every form. The caller gives its fields their values and errors; the browser itself validates nothing.
 * After an attempt to submit, the first field with an error gets the focus, also if the error comes later with the
 * server's answer. Typing ends the attempt.
 */
export function Form({
  onSubmit,
  kept = false,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'onInput' | 'noValidate' | 'ref'> & {
  /** Called at each attempt, also while an earlier one is under way. */
  onSubmit: (form: HTMLFormElement) => void;
  /** Whether the typed text survives a reload, in plain storage (app/pwa/update/update-moment.ts). */
  kept?: boolean;
}) {
  const element = useRef<HTMLFormElement>(null);
  const isAttempted = useRef(false);
  const [, setAttempts] = useState(0);
  // Each rendering may have brought the errors of the attempt.
  useEffect(() => {
    const wrong = isAttempted.current && element.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (!wrong) return;
    isAttempted.current = false;
    wrong.focus();
  });
  return (
    <form
      {...rest}
      ref={element}
      noValidate
      data-kept={kept || undefined}
      onInput={() => {
        isAttempted.current = false;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        isAttempted.current = true;
        setAttempts((count) => count + 1);
        onSubmit(event.currentTarget);
      }}
    />
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';

interface Look {
  kind?: 'primary' | 'quiet' | 'accent' | 'danger' | 'plain';
  size?: 'small' | 'large';
  wide?: boolean;
  icon?: string;
  children: ReactNode;
}

const classOf = ({ kind = 'primary', size = 'large', wide }: Look) =>
  `button ${kind} ${size}${wide ? ' wide' : ''}`;

/**
 * A button. `busy` and `off` keep its focus and its name but ignore taps. `busy` means that an action is under way,
 * `off` that it is not possible now.
 */
export function Button({
  kind,
  size,
  wide,
  icon,
  busy,
  off,
  children,
  onClick,
  ...rest
}: Look & { busy?: boolean; off?: boolean } & ComponentProps<'button'>) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }), children };
  return (
    <button
      type="button"
      {...rest}
      className={classOf(look)}
      aria-disabled={busy || off || rest.disabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon && <Icon src={icon} />}
      <span>{children}</span>
    </button>
  );
}

/**
 * A link that looks like a button. `external` leaves the app (tel:, mailto:, the server's own pages); `download`
 * saves a file of the server, and stays on the page even if the server refuses. `describedBy` names the element that
 * says what the words are about; `onFollow` is called beside the way there, to close a sheet.
 */
export function ButtonLink({
  href,
  external,
  download,
  icon,
  describedBy,
  onFollow,
  children,
  ...look
}: Look & {
  href: string;
  external?: boolean;
  download?: boolean;
  describedBy?: string;
  onFollow?: (() => void) | undefined;
}) {
  const inner = (
    <>
      {icon && <Icon src={icon} />}
      <span>{children}</span>
    </>
  );
  const className = classOf({ ...look, children });
  return external || download ? (
    <a className={className} href={href} download={download} onClick={onFollow}>
      {inner}
    </a>
  ) : (
    <Link className={className} to={href} aria-describedby={describedBy} onClick={onFollow}>
      {inner}
    </Link>
  );
}

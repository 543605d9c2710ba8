import { oneText } from '../../lib/one-text.ts';

/** A way to an object's page in the card provider's dashboard; its id alone where there is no dashboard. */
export function ProviderLink({ address, id }: { address: string | null; id: string }) {
  if (!address) return <span className="muted provider-id">{id}</span>;
  return (
    <a className="provider-id" href={address} target="_blank" rel="noopener noreferrer">
      {id}
      <span className="visually-hidden">
        <span>{oneText` in the card provider’s dashboard (opens in a new tab)`}</span>
      </span>
    </a>
  );
}

/** A way to an object's page in the card provider's dashboard; its id alone where there is no dashboard. */
export function ProviderLink({ address, id }: { address: string | null; id: string }) {
  if (!address) return <span className="muted provider-id">{id}</span>;
  return (
    <a className="muted provider-id" href={address} target="_blank" rel="noopener noreferrer">
      <span>{id}</span>
      <span className="visually-hidden">{' in the card provider’s dashboard (opens in a new tab)'}</span>
    </a>
  );
}

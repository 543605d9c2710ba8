/**
 * Marks a customer whose address nobody vouches for, beside the name or the address: anybody may have signed in with a
 * known customer's name and address. Nothing for an address that the sign-in provider has verified.
 */
export function Vouched({ by }: { by: { email: string; emailVerified: boolean } }) {
  return by.emailVerified || !by.email ? null : (
    <span className="badge pending">
      Address not verified
      <span className="visually-hidden"> by the sign-in provider</span>
    </span>
  );
}

/**
 * Marks a customer whose address nobody vouches for, beside the name or the address: anybody may have signed in with a
 * known customer's name and address. Nothing for an address that the sign-in provider has verified.
 */
export function Vouched({ by }: { by: { email: string; emailVerified: boolean } }) {
  return by.emailVerified || !by.email ? null : (
    <span className="badge pending" title="The sign-in provider does not vouch for this e-mail address">
      Address not verified
    </span>
  );
}

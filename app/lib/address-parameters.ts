/**
 * Parameters that the address has when the app opens and must not keep: a customer's details, the card provider's
 * secrets (spec §2). They are removed before the router reads the address, and live in memory only until their page
 * asks for them.
 */
const passing = [
  'customerName',
  'phone',
  'email',
  'address',
  'emergencyContact',
  'emergencyPhone',
  'accessInstructions',
  'serviceBooked',
  'scheduledDate',
  'notes',
  'clientSecret',
  'subscription',
  'payment_intent',
  'payment_intent_client_secret',
  'redirect_status',
  'setup_intent',
  'setup_intent_client_secret',
  'source_type',
] as const;
type Passing = (typeof passing)[number];
export type Parameters = Partial<Record<Passing, string>>;

const receivers = /^\/(checkout\/[^/]+|subscribe|bookings(\/[^/]+)?|billing)\/?$/;

/** Splits the address of a receiving page into the part that may stay and the parameters; `null` without any. */
export function splitAddress(
  pathname: string,
  search: string,
): { search: string; parameters: Parameters } | null {
  if (!receivers.test(pathname)) return null;
  const query = new URLSearchParams(search);
  const parameters: Parameters = {};
  for (const name of passing) {
    const value = query.get(name);
    if (value === null) continue;
    query.delete(name);
    if (value.trim()) parameters[name] = value.trim();
  }
  const left = query.toString();
  const kept = left && `?${left}`;
  return kept === search ? null : { search: kept, parameters };
}

let arrived: { pathname: string; parameters: Parameters } | null = null;

/** Cleans the address bar and the history's entry. Must be called once, before the router is made. */
export function receiveArrival(): void {
  const { pathname, search, hash } = window.location;
  const split = splitAddress(pathname, search);
  if (!split) return;
  window.history.replaceState(window.history.state, '', pathname + split.search + hash);
  arrived = { pathname: pathname.replace(/\/$/, ''), parameters: split.parameters };
}

/** The parameters for this page, until they are forgotten. */
export function arrivalAt(pathname: string): Parameters | null {
  return arrived?.pathname === pathname.replace(/\/$/, '') ? arrived.parameters : null;
}

/** Must be called when the parameters have been used. */
export function forgetArrival(): void {
  arrived = null;
}

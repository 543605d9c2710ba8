/** The package's own types for this entry do not resolve under `nodenext`; the function is the same. */
declare module '@stripe/stripe-js/pure' {
  export { loadStripe } from '@stripe/stripe-js';
}

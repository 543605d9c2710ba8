import type { Appearance, PaymentIntent } from '@stripe/stripe-js';
import { formatMoney } from '../core/money.ts';
import { adoptStyles, dress } from './appearance.ts';
import { make } from './dom.ts';

let challengesMade = 0;
let lastFocused: HTMLElement | null = null;
document.addEventListener('focusin', (event) => {
  const target = event.target;
  if (target instanceof HTMLElement && !target.closest('.sandbox-challenge')) lastFocused = target;
});

/** The subject of the bank's question: a payment, or a card to be saved. */
export type PaymentSum = Pick<PaymentIntent, 'amount' | 'currency'> | null;

function questionOf(payment: PaymentSum): string {
  return payment
    ? `Your bank asks whether it is you who pays ${amountOf(payment)}.`
    : 'Your bank asks whether it is you who adds this card.';
}

const amountOf = ({ amount, currency }: NonNullable<PaymentSum>): string => formatMoney(amount, currency);

/**
 * Shows the bank's question to the payer; leaving the dialog is a no. The focus returns to its old place, or to
 * `fallback` if a busy button there cannot take it.
 */
export function askForAuthentication(
  payment: PaymentSum,
  appearance: Appearance | undefined,
  fallback: () => void,
): Promise<'complete' | 'fail'> {
  adoptStyles();
  const titleId = `sandbox-challenge-${++challengesMade}`;
  const complete = make('button', { type: 'button' }, 'Complete authentication');
  const fail = make('button', { type: 'button' }, 'Fail authentication');
  const dialog = make(
    'dialog',
    { class: 'sandbox-challenge', 'aria-labelledby': titleId },
    make('p', { class: 'sandbox-mark' }, 'Sandbox'),
    make('h2', { id: titleId }, '3D Secure authentication'),
    make('p', {}, questionOf(payment)),
    complete,
    fail,
  );
  dress(dialog, appearance);
  const returnTo = lastFocused;
  // Added over whatever page is shown, because Back may have left the page that asked.
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    let outcome: 'complete' | 'fail' = 'fail';
    complete.addEventListener('click', () => {
      outcome = 'complete';
      dialog.close();
    });
    fail.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      returnTo?.focus();
      if (document.activeElement !== returnTo) fallback();
      resolve(outcome);
    });
  });
}

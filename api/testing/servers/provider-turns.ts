import { AsyncLocalStorage } from 'node:async_hooks';
import type { Cost } from '../../contract/calls/call.ts';
import type { Deps } from '../../deps.ts';

/**
 * Notes every request to the card provider that is made in a turn of plain writes, where it would hold up a person's
 * other writes for as long as the provider does not answer.
 * @returns a function that throws the first of them
 */
export function watchProviderTurns({ limits, payments }: Pick<Deps, 'limits' | 'payments'>): () => void {
  const turn = new AsyncLocalStorage<{ cost: Cost | undefined }>();
  const wrong: Error[] = [];
  const { inTurn } = limits;
  limits.inTurn = (personId, work, cost) => inTurn(personId, () => turn.run({ cost }, work), cost);
  const asks = payments as unknown as Record<string, unknown>;
  for (const [name, ask] of Object.entries(asks)) {
    if (typeof ask !== 'function') continue;
    asks[name] = (...given: unknown[]) => {
      const cost = turn.getStore()?.cost;
      if (turn.getStore() && cost !== 'card' && cost !== 'provider')
        wrong.push(new Error(`${name} was asked of the card provider by a call without that cost`));
      return ask(...given);
    };
  }
  return () => {
    if (wrong[0]) throw wrong[0];
  };
}

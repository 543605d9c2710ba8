import {
  type AnimationBuilder,
  iosTransitionAnimation,
  isPlatform,
  mdTransitionAnimation,
  type TransitionOptions,
} from '@ionic/react';

const turn = isPlatform('ios') ? iosTransitionAnimation : mdTransitionAnimation;
/** Shorter than the platform's own: a page stands within this time of the tap. */
const turnMs = 200;

let shared: typeof import('./shared-turn.ts') | undefined;

/**
 * The platform's own transition between pages, or that of a thing which both of them show; its code is loaded at the
 * first change of pages, which does not wait for it.
 */
export const pageTurn: AnimationBuilder = (base, options: TransitionOptions) => {
  if (!shared)
    void import('./shared-turn.ts').then(
      (code) => {
        shared = code;
      },
      () => {},
    );
  return shared?.sharedTurn(options, turnMs) ?? turn(base, { ...options, duration: turnMs });
};

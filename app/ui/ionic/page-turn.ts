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

function loadShared(): void {
  void import('./shared-turn.ts').then(
    (code) => {
      shared = code;
    },
    () => {},
  );
}

// The first touch comes before the first change of pages, and after the first screen.
for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, loadShared, { once: true, passive: true, capture: true });

/** The platform's own transition between pages, or that of a thing which both of them show. */
export const pageTurn: AnimationBuilder = (base, options: TransitionOptions) =>
  shared?.sharedTurn(options) ?? turn(base, { ...options, duration: turnMs });

import {
  type AnimationBuilder,
  iosTransitionAnimation,
  isPlatform,
  mdTransitionAnimation,
} from '@ionic/react';

/** The platform's own transition between pages. */
export const pageTurn: AnimationBuilder = isPlatform('ios') ? iosTransitionAnimation : mdTransitionAnimation;

import {
  type AnimationBuilder,
  iosTransitionAnimation,
  isPlatform,
  mdTransitionAnimation,
} from '@ionic/react';

/** The platform's own way to go from page to page. */
export const pageTurn: AnimationBuilder = isPlatform('ios') ? iosTransitionAnimation : mdTransitionAnimation;

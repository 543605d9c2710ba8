import { type Animation, createAnimation, type TransitionOptions } from '@ionic/react';

/**
 * The transition between two pages that show one thing, marked with its address by `data-shared`: it travels from its
 * place on the one page to its place on the other. `null` where there is no such thing.
 */
export function sharedTurn(
  { enteringEl, leavingEl, direction }: TransitionOptions,
  duration: number,
): Animation | null {
  if (direction !== 'forward') return null;
  const marked = `[data-shared="${CSS.escape(location.pathname)}"]`;
  const [from, to] = [leavingEl, enteringEl].map((page) => page?.querySelector<HTMLElement>(marked));
  if (!from || !to) return null;
  const [begin, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  // What is scrolled away has no place to travel from.
  if (!begin.height || !end.height || begin.bottom < 0 || begin.top > innerHeight) return null;
  const page = createAnimation()
    .addElement(enteringEl)
    .beforeRemoveClass('ion-page-invisible')
    .fromTo('opacity', 0.01, 1);
  const thing = createAnimation()
    .addElement(to)
    .fromTo('transform', `translate(${begin.left - end.left}px, ${begin.top - end.top}px)`, 'translate(0, 0)')
    .afterClearStyles(['transform']);
  return createAnimation()
    .duration(duration)
    .easing('cubic-bezier(0.2, 0, 0, 1)')
    .addAnimation([page, thing]);
}

import './shared-turn.css';
import { type Animation, createAnimation, type TransitionOptions } from '@ionic/react';

const name = 'shared-thing';

/**
 * The change between two pages that show one thing, marked by `data-shared` with its address, as a view transition of
 * the browser: the thing grows from its place on the one page into that on the other, and shrinks on the way back.
 * `null` where the pages have no such thing, the browser no view transitions, or a finger draws the page away.
 */
export function sharedTurn({
  enteringEl,
  leavingEl,
  direction,
  progressCallback,
}: TransitionOptions): Animation | null {
  if (!leavingEl || progressCallback || !document.startViewTransition) return null;
  const pair = direction === 'back' ? twins(leavingEl, enteringEl) : twins(enteringEl, leavingEl)?.reverse();
  const [from, to] = pair ?? [];
  if (!from || !to || !isInSight(from) || !isInSight(to)) return null;

  const turn = createAnimation();
  const play = turn.play;
  // Without frames of its own it is over as soon as Ionic plays it, so it is played when the browser's is over.
  turn.play = async () => {
    from.style.viewTransitionName = name;
    const transition = document.startViewTransition(() => {
      enteringEl.classList.remove('ion-page-invisible');
      leavingEl.classList.add('ion-page-invisible');
      from.style.viewTransitionName = '';
      to.style.viewTransitionName = name;
    });
    // A page out of sight, or one that changes again meanwhile, changes without frames.
    transition.ready.catch(() => {});
    await transition.finished.catch(() => {});
    to.style.viewTransitionName = '';
    return play();
  };
  return turn;
}

/** The one thing of a page, and its place on the other page. */
function twins(page: HTMLElement, other: HTMLElement): HTMLElement[] | null {
  const [thing, ...more] = page.querySelectorAll<HTMLElement>('[data-shared]');
  if (!thing?.dataset.shared || more.length > 0) return null;
  const twin = other.querySelector<HTMLElement>(`[data-shared="${CSS.escape(thing.dataset.shared)}"]`);
  return twin && [thing, twin];
}

/** What is scrolled away has no place to travel from. */
function isInSight(thing: HTMLElement): boolean {
  const { height, bottom, top } = thing.getBoundingClientRect();
  return height > 0 && bottom > 0 && top < innerHeight;
}

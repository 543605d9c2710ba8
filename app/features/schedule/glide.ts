const glides = new WeakMap<Element, KeyframeEffect>();

/**
 * Moves an element by an animation that is paused. A transform in its style, also with `will-change`, has Chromium work
 * out at each step which of the calendar's hundreds of boxes lie on which layer; an animated one only moves its layer.
 */
export function glideTo(element: Element, transform: string): void {
  const keyframes = { transform: [transform, transform] };
  const glide = glides.get(element);
  glide?.setKeyframes(keyframes);
  if (glide) return;
  const first = new KeyframeEffect(element, keyframes, { duration: 1, fill: 'both' });
  glides.set(element, first);
  new Animation(first).pause();
}

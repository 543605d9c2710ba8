const lengthMs = 12;

/**
 * A short pulse of the device after an act of the person has succeeded. None without a motor, for people who asked for
 * less motion, and before a touch of the page, where browsers refuse it.
 */
export function feelDone(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate?.(lengthMs);
}

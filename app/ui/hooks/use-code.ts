import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component whose code is loaded when it is first wanted: `null` before that. If loading fails, `missed` is
 * called, and the next `wanted` (a new id) tries again.
 */
export function useCode(
  load: () => Promise<ComponentType>,
  wanted: number | null,
  missed: () => void = () => {},
): ComponentType | null {
  const [Code, setCode] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (wanted === null || Code) return;
    let still = true;
    load().then(
      (code) => still && setCode(() => code),
      () => still && missed(),
    );
    return () => {
      still = false;
    };
  }, [wanted, Code, load, missed]);
  return Code;
}

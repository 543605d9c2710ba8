import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Deps } from '../../../deps.ts';
import { drawIcon } from './icons.service.ts';

const icon = 'icons/icon-192.png';
const ownMark = readFileSync(fileURLToPath(new URL(`../../../../public/${icon}`, import.meta.url)));

/** The drawn marks by the look that they belong to, the last one of each server. */
const drawn = new WeakMap<Deps['look'], { hash: string; mark: Promise<Buffer> }>();

/**
 * The brand's mark for letters: its icon, a PNG of 192 pixels, drawn once for each published look.
 * @returns `null` if it cannot be drawn just now: a letter goes without it
 */
export async function readLetterMark(
  deps: Pick<Deps, 'db' | 'look' | 'brandPictures' | 'log'>,
): Promise<Buffer | null> {
  const { look, log } = deps;
  const { hash } = look.current();
  if (!hash) return ownMark;
  let known = drawn.get(look);
  if (known?.hash !== hash) {
    known = { hash, mark: drawIcon(deps, icon) };
    drawn.set(look, known);
  }
  try {
    return await known.mark;
  } catch (err) {
    drawn.delete(look);
    log.warn({ err }, 'the mark of letters could not be drawn');
    return null;
  }
}

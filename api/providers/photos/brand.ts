import { availableParallelism } from 'node:os';
import { takingTurns } from '../../core/turn.ts';
import type { BrandPicture, BrandRequest, MarkedPicture } from './brand-picture.ts';
import { launchedDecoder } from './launcher.ts';
import { PhotoRefused } from './photos.ts';
import { isHeic, isPhoto } from './sniff.ts';
import { isSvg, plainSvg } from './svg.ts';

export interface BrandPictures {
  /**
   * @param by the person who sent it; people take turns
   * @param took called with the seconds that decoding took, also if it failed
   * @throws PhotoRefused; PhotosUnavailable if the server cannot decode now
   */
  prepare(
    kind: 'mark' | 'logo',
    sent: Uint8Array,
    by: { personId: string; took: (seconds: number) => Promise<void> },
  ): Promise<BrandPicture>;
  /** @returns a PNG. @throws PhotosUnavailable */
  draw(picture: MarkedPicture): Promise<Uint8Array>;
}

const patienceMs = 15_000;
const idleMs = 30_000;

/**
 * Draws marks, logos, icons and start pictures in a process of their own. An owner's SVG is refused if it holds more
 * than shapes, is then drawn as pixels, and never reaches a browser.
 */
export function createBrandPictures(): BrandPictures {
  const decoder = launchedDecoder({ patienceMs, idleMs });
  const inTurn = takingTurns(Math.min(1, availableParallelism()));
  const ask = (by: string, request: BrandRequest, took = async (_seconds: number) => {}) =>
    inTurn(by, async () => {
      const began = performance.now();
      try {
        return (await decoder.draw(request)) as BrandPicture;
      } finally {
        await took((performance.now() - began) / 1000);
      }
    });
  return {
    async prepare(brand, sent, { personId, took }) {
      if (isSvg(sent)) return ask(personId, { brand, sent: plainSvg(sent), isSvg: true }, took);
      if (isHeic(sent)) throw new PhotoRefused('heic');
      if (!isPhoto(sent)) throw new PhotoRefused('kind');
      return ask(personId, { brand, sent, isSvg: false }, took);
    },
    draw: async (picture) => (await ask('', { brand: 'drawn', ...picture })).content,
  };
}

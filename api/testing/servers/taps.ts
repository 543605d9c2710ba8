/** More than a server has connections and turns; two hundred in `npm run test:full`. */
export const manyTaps = process.env.FULL === '1' ? 200 : 50;

/** Makes a call so often in the same moment. @returns the answers */
export const tapOften = <T>(call: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: manyTaps }, () => call()));

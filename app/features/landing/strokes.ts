/** One line weight and the same few colours for every drawing. */
export const ink = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const terra = { stroke: 'var(--terra)' };

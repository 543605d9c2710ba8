/** The line width and the few colours of all drawings. */
export const ink = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const terra = { stroke: 'var(--terra)' };

/** The line width and the few colours of all drawings. */
export const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
export const terra = { stroke: 'var(--terra)' };
export const terraTint = { stroke: 'var(--terra)', fill: 'var(--terra-tint)' };
export const tint = { fill: 'var(--tint)' };
export const paper = { fill: 'var(--card)' };
export const leaf = { fill: 'var(--completed)' };

/** The ground of a drawing. */
export const ground = <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />;

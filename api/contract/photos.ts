/** What a photo may be, and what is kept of it. Apart from the schemas, so that a first screen loads no validator. */
export const photoLimits = {
  /** Of one message. */
  perMessage: 10,
  /** Of the file that is sent. */
  bytes: 8 * 1024 * 1024,
  /** Width times height of what is sent. */
  pixels: 40_000_000,
  /** The longer side of what is kept, and of its small copy; nothing is made larger than it came. */
  longSide: 2048,
  smallSide: 480,
} as const;

/** What a photo may be sent as; its bytes decide, whatever it is called. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

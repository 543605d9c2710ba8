/** Limits of photos, sent and stored. Kept apart from the schemas so that a first screen loads no validator. */
export const photoLimits = {
  /** Photos in one message. */
  perMessage: 10,
  /** Size of the uploaded file. */
  bytes: 8 * 1024 * 1024,
  /** Width times height of the uploaded photo. */
  pixels: 40_000_000,
  /** The longer side of the stored photo, and of its small copy; no photo is enlarged. */
  longSide: 2048,
  smallSide: 480,
} as const;

/** The accepted types of photo; the bytes decide, whatever the file's name. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** What a person does with a photo in HEIC, which browsers other than Safari cannot read. */
export const heicWords =
  'This photo is in the format HEIC, which cannot be shown everywhere. Please save or export it as JPEG and choose that. On an iPhone: Settings, Camera, Formats, Most Compatible.';

/** A colour as '#17493c'. */
export type Hex = `#${string}`;

/** The faces of headlines that ship; `system` loads no file. */
export const displayFaces = ['fraunces', 'bricolage', 'newsreader', 'system'] as const;
export type DisplayFace = (typeof displayFaces)[number];

/** The two colours from which both palettes are derived: that of buttons and links, and that of the one main action. */
export interface BrandColours {
  primary: Hex;
  accent: Hex;
}

/** The types of an uploaded mark or logo; the bytes decide. */
export const brandPictureTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const;
/** The size of an uploaded mark or logo. */
export const brandPictureBytes = 5 * 1024 * 1024;

/** How the business looks. */
export interface Look {
  colours: BrandColours;
  displayFace: DisplayFace;
  /** The id of the uploaded square mark; `null`: ours. */
  mark: string | null;
  /** The id of the uploaded logo, which has the name in it; `null`: the mark and the name in letters. */
  logo: string | null;
}

/** The look of the product, which holds until an owner has published another. */
export const firstLook: Look = {
  colours: { primary: '#17493c', accent: '#b44c2b' },
  displayFace: 'fraunces',
  mark: null,
  logo: null,
};

/** An uploaded mark or logo, drawn anew as PNG. */
export interface BrandPicture {
  /** Large enough for every icon. */
  content: Uint8Array;
  /** Small enough for pages and letters, and its pixels. */
  shown: Uint8Array;
  width: number;
  height: number;
}

/** A picture with the mark in its middle. */
export interface MarkedPicture {
  /** The PNG of an uploaded mark, or the SVG of ours. */
  mark: Uint8Array;
  width: number;
  height: number;
  /** A colour as '#17493c'; `null`: transparent. */
  background: string | null;
  /** The side of the mark in pixels. */
  side: number;
  /** Whether the mark is a shape alone, in black. */
  shape?: boolean;
}

/** The work that the decoder does for a brand. */
export type BrandRequest =
  | { brand: 'mark' | 'logo'; sent: Uint8Array; isSvg: boolean }
  | ({ brand: 'drawn' } & MarkedPicture);

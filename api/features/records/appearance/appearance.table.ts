declare module '../../../db/database.ts' {
  interface Database {
    appearance: AppearanceTable;
    brand_pictures: BrandPictureTable;
  }
}

/** The look and the texts, a row each once an owner has published them. */
export interface AppearanceTable {
  id: 'look' | 'texts';
  /** Rises with each publication, so that a change on other values than those shown is refused. */
  version: number;
  /** JSON: the values that differ from the first ones. */
  content: string;
  updated_at: string;
}

/** The mark and the logo that an owner uploaded, drawn anew. */
export interface BrandPictureTable {
  /** The hash of its bytes. */
  id: string;
  kind: 'mark' | 'logo';
  /** The PNG in base64, of which icons are drawn. */
  content: string;
  /** A smaller one, which pages and letters show. */
  shown: string;
  /** Pixels of the smaller one. */
  width: number;
  height: number;
  created_at: string;
}

declare module '../../../db/database.ts' {
  interface Database {
    service_pictures: ServicePictureTable;
  }
}

/** A picture for services, which everybody may see. Its bytes are in files, as a photo's. */
export interface ServicePictureTable {
  /** Made of the hash of its bytes, so that an address always gives the same picture. */
  id: string;
  /** The server's own id, under which the files are stored. */
  file_id: string;
  width: number;
  height: number;
  /** The size of its two files. */
  bytes: number;
  /** When it was last uploaded. */
  created_at: string;
}

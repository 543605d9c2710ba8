declare module '../../db/database.ts' {
  interface Database {
    photos: PhotoTable;
    loose_photo_files: LoosePhotoFileTable;
  }
}

/** A photo that a message has, or waits for. Its bytes are files. */
export interface PhotoTable {
  /** Its device's own id of it, a random UUID: whoever comes second with it is refused. */
  id: string;
  booking_id: string;
  owner_id: string;
  /** Under which its files are kept; ours. */
  file_id: string;
  /** `null` until its message is stored. */
  message_id: string | null;
  /** Its place in the message: 1, 2, … */
  position: number | null;
  width: number;
  height: number;
  /** What its two files weigh. */
  bytes: number;
  created_at: string;
}

/**
 * Files that no photo refers to: written here before they are written, and when the photo goes that they were of (by a
 * trigger). So none is ever lost sight of, and no other file of the folder is ever touched.
 */
export interface LoosePhotoFileTable {
  file_id: string;
  since: string;
}

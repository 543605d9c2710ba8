declare module '../../../db/database.ts' {
  interface Database {
    photos: PhotoTable;
    loose_photo_files: LoosePhotoFileTable;
  }
}

/** A photo that belongs to a message or waits for one. Its bytes are in files. */
export interface PhotoTable {
  /** The device's own id of the photo, a random UUID: a second photo under it is refused. */
  id: string;
  booking_id: string;
  owner_id: string;
  /** The server's own id, under which the files are stored. */
  file_id: string;
  /** `null` until its message is stored. */
  message_id: string | null;
  /** The photo's place in the message: 1, 2, … */
  position: number | null;
  width: number;
  height: number;
  /** The size of its two files. */
  bytes: number;
  created_at: string;
}

/**
 * Files that no photo refers to. They are noted before they are written, and by a trigger when their photo is
 * deleted. So none is ever forgotten, and no other file of the folder is ever touched.
 */
export interface LoosePhotoFileTable {
  file_id: string;
  since: string;
}

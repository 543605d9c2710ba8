declare module '../../../../../db/database.ts' {
  interface Database {
    answer_photos: AnswerPhotoTable;
  }
}

/**
 * A photo that answers a question of a service. It is uploaded while the form is filled in, and belongs to its owner
 * alone until a booking takes it. Its bytes are in files, as a message's photo's.
 */
export interface AnswerPhotoTable {
  /** The device's own id of the photo, a random UUID; it is the answer's value. */
  id: string;
  question_id: string;
  owner_id: string;
  /** `null` until a booking has taken it. */
  booking_id: string | null;
  /** The server's own id, under which the files are stored. */
  file_id: string;
  width: number;
  height: number;
  /** The size of its two files. */
  bytes: number;
  created_at: string;
}

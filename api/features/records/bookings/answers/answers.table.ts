declare module '../../../../db/database.ts' {
  interface Database {
    booking_answers: BookingAnswerTable;
  }
}

/** A customer's answer to a question of the booked service, in the version that they saw. */
export interface BookingAnswerTable {
  booking_id: string;
  question_id: string;
  /** The question's words as they were, so that a person's file of data can be read by itself. */
  question: string;
  /** The text, the number, the chosen one, or the id of a photo. */
  answer: string;
}

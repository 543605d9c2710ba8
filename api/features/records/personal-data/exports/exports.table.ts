declare module '../../../../db/database.ts' {
  interface Database {
    data_exports: DataExportTable;
  }
}

/**
 * A person's data as one file, or the request for it. Only a person's newest file counts; the others are deleted.
 */
export interface DataExportTable {
  /** Also the name of the file. */
  id: string;
  user_id: string;
  requested_at: string;
  attempts: number;
  /**
   * The time at which it is made, or made again if the process at work has died; `null` once it is ready or given
   * up.
   */
  due_at: string | null;
  ready_at: string | null;
  /** The size of the file. */
  bytes: number | null;
  /** The time at which the row and its file are deleted; the file cannot be taken after it. */
  goes_at: string;
}

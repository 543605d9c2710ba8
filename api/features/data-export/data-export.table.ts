declare module '../../db/database.ts' {
  interface Database {
    data_exports: DataExportTable;
  }
}

/** A person's data as one file, or the wish for it. The newest of a person's is theirs; the others go. */
export interface DataExportTable {
  /** The file goes by it too. */
  id: string;
  user_id: string;
  requested_at: string;
  attempts: number;
  /** When it is made, or made again if whoever is making it has died; `null` once it is ready, or given up. */
  due_at: string | null;
  ready_at: string | null;
  /** How large the file is, at most 4 GB. */
  bytes: number | null;
  /** When the row and its file are cleared away; nobody is given the file from then on. */
  goes_at: string;
}

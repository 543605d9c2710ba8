declare module '../../../db/database.ts' {
  interface Database {
    team_choices: TeamChoicesTable;
  }
}

/** What a member of the team wishes to be told of; the row exists from the first choice on. */
export interface TeamChoicesTable {
  user_id: string;
  /** The kinds of news that are switched off, as JSON lists: a kind of a later release is on. */
  mail_off: string;
  push_off: string;
  /** Local times of the business ('21:00') between which nothing is sent that can wait; `null`: none. */
  quiet_from: string | null;
  quiet_until: string | null;
  updated_at: string;
}

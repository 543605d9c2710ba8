/**
 * Closes a sheet, as an update of the state that opened it. Only the sheet that was open then: a late answer must not
 * close a newer one.
 */
export const closed =
  <T extends { open: boolean }>(opened: T) =>
  (current: T | undefined): T | undefined =>
    current === opened ? { ...opened, open: false } : current;

/** The address of a person's file of their own data; only their own session opens it. */
export const dataExportFile = '/api/data-export/hearthkeep-data.zip';

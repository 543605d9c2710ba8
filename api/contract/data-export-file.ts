/** Where a person takes the file of their own data: with their session alone, and no other's. */
export const dataExportFile = '/api/data-export/hearthkeep-data.zip';

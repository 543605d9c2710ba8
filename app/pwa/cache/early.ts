import { readCacheRecordsEarly } from './cache-records.ts';

// Imported before everything else, so that the stored data is read while the rest of the code runs.
readCacheRecordsEarly();

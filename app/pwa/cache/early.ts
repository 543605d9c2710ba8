import { readCacheRecordsEarly } from './cache-records.ts';

// Imported first of all: what the device keeps is on its way while the rest of the code is run.
readCacheRecordsEarly();

import { sql } from 'kysely';

/**
 * The name of the service of booking `b` as its customer knows it: the title of their request `r`, or the catalogue's
 * name as it was booked; `s` is the service as it is now.
 */
export const bookedName = sql<string>`coalesce(r.service_name, b.service_name, s.name)`;

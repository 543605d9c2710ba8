/** The zone of the business, as a server has it unless it is told another. */
export const businessZone = 'Australia/Sydney';

/** The place after which a time zone is named: 'Sydney' of 'Australia/Sydney'. */
export const placeOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;

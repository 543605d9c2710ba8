/** The number of services that are shown. */
export const countText = (count: number): string => (count === 1 ? '1 service' : `${count} services`);

/** The address of the small copy of a service's or a category's picture, which always gives the same bytes. */
export const pictureOf = (id: string): string => `/api/pictures/${id}?size=small`;

/** A tel: address; spaces and brackets are for people. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;

/** A tel: address, without the spaces and brackets for people. */
export const telHref = (number: string): string => `tel:${number.replace(/[^\d+]/g, '')}`;

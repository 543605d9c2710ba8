/** Whether a text can be a telephone number: it has three digits or more, of any script. */
export const isPhone = (text: string): boolean => (text.match(/\p{Nd}/gu) ?? []).length >= 3;

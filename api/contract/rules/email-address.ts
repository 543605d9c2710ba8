/** Letters and marks of other scripts than ASCII, as addresses may have them (RFC 6531). */
const international = '\\p{L}\\p{M}\\p{N}\\p{S}';
/** Among the letters and marks there are some that nobody sees, and two of ASCII that no address has. */
const never = '<>\\u2800\\p{Default_Ignorable_Code_Point}';
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';

/**
 * A valid e-mail address by the definition of HTML, the one that browsers check, and with the letters of all scripts
 * (RFC 6531). The product's only definition of an address.
 */
export const emailPattern = new RegExp(
  `^(?!.*[${never}])[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~${international}-]+@${label}(?:\\.${label})*$`,
  'u',
);

/** The greatest length of an address (RFC 5321, §4.5.3.1.3). */
export const longestEmail = 254;

export const isEmailAddress = (text: string): boolean =>
  text.length <= longestEmail && emailPattern.test(text);

/**
 * An address as it is stored and compared. Only A to Z are lowered: the small letters of some others are letters of
 * ASCII, and would make one person's address out of another's (the Kelvin sign becomes a k).
 */
export const lowerEmail = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

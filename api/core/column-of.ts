/** The name of the column of a field: `postal_code` of `postalCode`. */
export type ColumnOf<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** The name of a field's column, where columns are derived from the contract's names. */
export const columnOf = <Field extends string>(field: Field): ColumnOf<Field> =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as ColumnOf<Field>;

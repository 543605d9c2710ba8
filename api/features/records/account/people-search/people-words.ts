import { wordsOf as wordsOfTexts } from '../../../../core/words.ts';

/** The words by which a person is found: those of their names and address. */
export const wordsOf = (person: { first_name: string; last_name: string; email: string }): string[] =>
  wordsOfTexts(`${person.first_name} ${person.last_name}`, person.email);

import { emailWords, wordsOf as wordsOfTexts } from '../../../../core/words.ts';

/** The words by which a person is found: those of their names, and their mail address from each of its parts on. */
export const wordsOf = (person: { first_name: string; last_name: string; email: string }): string[] => [
  ...new Set([
    ...wordsOfTexts(`${person.first_name} ${person.last_name}`, person.email),
    ...emailWords(person.email),
  ]),
];

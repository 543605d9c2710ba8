import { wordIndex } from '../../../../db/word-index.ts';

/** The index of words by which people are found. */
export const peopleWords = wordIndex('user_words', 'user_id');

import { wordIndex } from '../../db/word-index.ts';

/** Under which words people are found. */
export const peopleWords = wordIndex('user_words', 'user_id');

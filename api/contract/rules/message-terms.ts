// Kept apart from the schemas because a form uses it without loading a validator.

/** The longest message, of a booking or the live chat, in characters. */
export const messageLimit = 4000;

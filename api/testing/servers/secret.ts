/** The secret of test servers. */
export const testSecret = 'a secret of nobody but this test';

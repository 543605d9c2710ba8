/** What the servers of tests sign with. */
export const testSecret = 'a secret of nobody but this test';

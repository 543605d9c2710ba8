/** The person who makes a call, taken from the session and never from the client's own words. */
export interface Person {
  id: string;
  role: 'customer' | 'admin';
}

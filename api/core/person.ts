/** Who makes a call, as the session says; never as the client says. */
export interface Person {
  id: string;
  role: 'customer' | 'admin';
}

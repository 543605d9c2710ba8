interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** Two letters that stand for a person. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || ([...email][0] ?? '')).toUpperCase();
}

/** Whether their account was deleted: what was booked and paid stays, with nobody's address. */
export const isGone = ({ email }: Pick<Named, 'email'>): boolean => email === '';

export const roleLabels = { customer: 'Customer', admin: 'Administrator' } as const;

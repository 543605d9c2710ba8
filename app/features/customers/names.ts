interface Named {
  firstName: string;
  lastName: string;
  email: string;
}

/** The initials of a person, two letters. */
export function initialsOf({ firstName, lastName, email }: Named): string {
  const letters = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  return (letters || ([...email][0] ?? '')).toUpperCase();
}

/** Whether the account was deleted: bookings and payments stay, without an address. */
export const isGone = ({ email }: Pick<Named, 'email'>): boolean => email === '';

export const roleLabels = { customer: 'Customer', admin: 'Administrator' } as const;

interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** First and last name, as far as given. */
export const fullName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** The name that the team sees: a person without a name goes by the address. */
export const nameOf = (person: Named & { email: string | null }): string =>
  fullName(person) || (person.email ?? '');

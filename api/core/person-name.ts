interface Named {
  first_name: string | null;
  last_name: string | null;
}

/** First and last name, as far as they were given. */
export const fullName = ({ first_name, last_name }: Named): string =>
  [first_name, last_name].filter(Boolean).join(' ');

/** As the team calls people: who gave no name goes by the address. */
export const nameOf = (person: Named & { email: string | null }): string =>
  fullName(person) || (person.email ?? '');

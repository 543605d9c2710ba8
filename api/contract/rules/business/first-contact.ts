/** Contact data that reach nobody, shown until the business sets its own. */
export const firstContact = { phone: '1300 555 014', email: 'support@hearthkeep.example' };

import { seedId } from './seed-id.ts';

/** People to try the product as, without a key (design §10). The sandbox issuer knows them by their addresses. */
export const personas = {
  member: {
    id: seedId('user: member'),
    email: 'member@example.com',
    firstName: 'Olivia',
    lastName: 'Bennett',
    role: 'customer',
  },
  newcomer: {
    id: seedId('user: newcomer'),
    email: 'newcomer@example.com',
    firstName: 'Noah',
    lastName: 'Tran',
    role: 'customer',
  },
  admin: {
    id: seedId('user: admin'),
    email: 'admin@example.com',
    firstName: 'Priya',
    lastName: 'Shah',
    role: 'admin',
  },
  worker: {
    id: seedId('user: worker'),
    email: 'worker@example.com',
    firstName: 'Mia',
    lastName: 'Rossi',
    role: 'worker',
  },
} as const;

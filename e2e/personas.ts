export const personas = {
  member: 'member@example.com',
  newcomer: 'newcomer@example.com',
  admin: 'admin@example.com',
  worker: 'worker@example.com',
} as const;

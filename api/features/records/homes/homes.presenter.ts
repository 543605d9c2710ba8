import type { Home } from '../../../contract/schemas/homes/homes.ts';
import type { HomeRow } from './homes.repository.ts';

export const presentHome = (row: HomeRow): Home => ({
  id: row.id,
  label: row.label,
  phone: row.phone,
  address: row.address,
  city: row.city,
  state: row.state,
  postalCode: row.postal_code,
  access: row.access,
  pets: row.pets,
  parking: row.parking,
  emergencyContact: row.emergency_contact,
  emergencyPhone: row.emergency_phone,
  createdAt: row.created_at,
});

import { createHash } from 'node:crypto';

/** The id of a seeded row: the same in every installation, in the form of a random UUID (version 4). */
export function seedId(name: string): string {
  const hex = createHash('sha256').update(`hearthkeep seed: ${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

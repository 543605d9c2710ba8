import { expect, test } from 'vitest';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { firstServices } from './first-services.ts';

const aService = (slug: string, categoryId: string, given: Partial<Service> = {}): Service => ({
  id: slug,
  slug,
  name: slug,
  description: null,
  price: 80,
  estimatedHours: 1,
  categoryId,
  category: { name: categoryId, color: 'leaf', icon: 'leaf' },
  ...given,
});
const slugs = (services: Service[]) => firstServices(services).map(({ slug }) => slug);

test('a newcomer is shown the usual services, and others of the offer where those are missing', () => {
  const cleaning = aService('house-and-bathroom-cleaning', 'cleaning');
  const lawn = aService('lawn-mowing', 'outdoor');
  const pool = aService('pool', 'water');
  expect(slugs([pool, aService('windows', 'cleaning'), lawn, cleaning])).toEqual([
    'house-and-bathroom-cleaning',
    'lawn-mowing',
    'pool',
  ]);
  expect(slugs([aService('a', 'one'), aService('b', 'one'), pool])).toEqual(['a', 'pool']);
  expect(
    slugs([aService('lawn-mowing', 'outdoor', { price: null }), aService('x', 'y', { bookedBy: 'plan' })]),
  ).toEqual([]);
});

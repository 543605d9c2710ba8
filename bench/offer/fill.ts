import type { Db } from '../../api/db/database.ts';
import { aService } from '../../api/testing/builders/builders.ts';

export const services = 500;

const doings = ['Cleaning', 'Repair', 'Painting', 'Assembly', 'Check', 'Removal', 'Fitting', 'Care'];
const things = [
  'Gutter',
  'Window',
  'Carpet',
  'Fence',
  'Deck',
  'Oven',
  'Shed',
  'Tap',
  'Lamp',
  'Hedge',
  'Roof',
];

/** Adds services of other names and descriptions to every category, until there are as many as are measured. */
export async function fillOffer(db: Db): Promise<void> {
  const known = await db.selectFrom('services').select(['id', 'category_id', 'description']).execute();
  const categories = [...new Set(known.map((one) => one.category_id))];
  // Descriptions of the first offer's length and words, each another one.
  const words = known.flatMap(({ description }) => (description ?? '').split(' '));
  for (let n = known.length; n < services; n += 1)
    await aService(db, {
      category_id: categories[n % categories.length] ?? '',
      name: `${things[n % things.length]} ${doings[n % doings.length]?.toLowerCase()} ${n}`,
      description: Array.from({ length: 22 }, (_, at) => words[(n * 37 + at * (n + 11)) % words.length]).join(
        ' ',
      ),
      search_words: n % 3 ? '' : `handyman ${things[(n * 7) % things.length]?.toLowerCase()}`,
      price_cents: 5_000 + n * 100,
      position: n,
    });
}

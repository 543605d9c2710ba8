/**
 * The services of an empty database (spec §2); afterwards the database's are the offer. Prices are integer cents;
 * `null` means not sold one by one. Ids never change.
 */
export const catalogue = [
  {
    id: 'dcf4028e-821d-4961-af0d-9084d6c8759c',
    slug: 'home-maintenance',
    name: 'Home Maintenance',
    description: 'Appliances, hot water and drains, looked after by licensed trades.',
    color: 'amber',
    icon: 'tool',
    services: [
      {
        id: 'f1c03d5d-b68f-44be-942a-30b3ee803518',
        slug: 'washer-and-dryer-repair',
        name: 'Washer and dryer repair',
        description:
          'A machine that shudders, leaks or stops mid-cycle, diagnosed and repaired on the spot where parts allow. All major brands, top and front loaders.',
        price_cents: 16500,
        estimated_minutes: 90,
        search_words: 'washing machine, laundry appliance, tumble dryer, spin, repairman',
      },
      {
        id: '39b9f849-3eaa-4580-876c-20ea93128ae6',
        slug: 'dishwasher-service',
        name: 'Dishwasher service',
        description:
          'Filters, spray arms, seals and drain hose cleaned and checked, so plates come out clean and the kitchen floor stays dry.',
        price_cents: 14900,
        estimated_minutes: 60,
        search_words: 'dish washer, appliance, kitchen, dishes',
      },
      {
        id: 'c7f894fd-73a1-4974-b082-8249a94a570a',
        slug: 'hot-water-heater',
        name: 'Hot water heater',
        description:
          'Electric, gas and heat-pump systems serviced by a licensed plumber: thermostat, anode, valves and a check for leaks.',
        price_cents: 22000,
        estimated_minutes: 120,
        search_words: 'plumber, plumbing, boiler, hot water system, tank',
      },
      {
        id: '526fef1f-bf9d-4588-b506-2e0a068aae2b',
        slug: 'tv-and-electronics',
        name: 'TV and electronics',
        description:
          'Wall mounting, sound bars, streaming and remotes, with cables tidied away and everything shown to you before we leave.',
        price_cents: 13900,
        estimated_minutes: 90,
        search_words: 'television, wall mount, sound bar, home theatre, electrician',
      },
      {
        id: '3946c1a2-dc75-440e-a486-e416c84287c3',
        slug: 'drain-unclogging',
        name: 'Drain unclogging',
        description:
          'Slow sinks, showers and outside drains cleared with a drain snake or jetter, and what caused it explained.',
        price_cents: 18500,
        estimated_minutes: 60,
        search_words: 'plumber, plumbing, blocked drain, sink, toilet, pipe',
      },
      {
        id: '3126fb06-c1b5-495d-b365-7a4059bbaa62',
        slug: 'air-filter-changes',
        name: 'Air filter changes',
        description:
          'Filters in split systems and ducted air conditioning washed or replaced before the summer, and the vents wiped down.',
        price_cents: 8900,
        estimated_minutes: 30,
        search_words: 'air conditioner, aircon, HVAC, heating, cooling',
      },
    ],
  },
  {
    id: '786a4abc-3b11-40ee-8e6b-10082d3699c3',
    slug: 'cleaning-services',
    name: 'Cleaning Services',
    description: 'A clean house, fresh laundry and clear gutters, by people you get to know.',
    color: 'sky',
    icon: 'drop',
    services: [
      {
        id: '004b94ee-9108-4b01-89c4-25376bf6cf97',
        slug: 'house-and-bathroom-cleaning',
        name: 'House and bathroom cleaning',
        description:
          'Kitchen, bathrooms, floors and dusting through the whole house, with our own products or yours. Two people, three hours.',
        price_cents: 18900,
        estimated_minutes: 180,
        search_words: 'cleaner, maid, housekeeping, vacuum, mopping, dusting',
      },
      {
        id: '1bdd07a3-8428-46f3-98ca-10e216b630ed',
        slug: 'laundry-service',
        name: 'Laundry service',
        description:
          'Washed, dried on the line where the weather allows, folded and put away. Ironing on request.',
        price_cents: 7900,
        estimated_minutes: 120,
        search_words: 'washing, ironing, clothes, linen',
      },
      {
        id: '80e8dfe6-2593-4ddd-a3bb-b0098e42bbf9',
        slug: 'gutter-cleaning',
        name: 'Gutter cleaning',
        description:
          'Leaves and silt out of gutters and downpipes before storm season, with photos from the roof. Single-storey homes; two storeys by quote.',
        price_cents: 17500,
        estimated_minutes: 120,
        search_words: 'roof, downpipes, leaves',
      },
    ],
  },
  {
    id: 'e69df35e-36a8-4c74-8c86-d8d35b600448',
    slug: 'outdoor-services',
    name: 'Outdoor Services',
    description: 'Lawns, gardens and decks through all four seasons.',
    color: 'leaf',
    icon: 'leaf',
    services: [
      {
        id: '528c8683-0124-4be5-8eca-41c0eea7ac03',
        slug: 'lawn-mowing',
        name: 'Lawn mowing',
        description:
          'Front and back mown and edged, paths blown clean and the clippings taken away. Suits blocks up to 600 m².',
        price_cents: 9500,
        estimated_minutes: 90,
        search_words: 'gardener, grass, mower, yard',
      },
      {
        id: 'a273d673-c39d-44e2-b81f-39ce6e1f4a18',
        slug: 'snow-shoveling',
        name: 'Snow shoveling',
        description:
          'Driveway, steps and paths cleared and gritted in the alpine towns, from Jindabyne to Mount Hotham, before 8 am.',
        price_cents: 11000,
        estimated_minutes: 60,
        search_words: 'snow removal, driveway, ice, winter',
      },
      {
        id: '01af4fe1-763e-40dd-8cb0-e8a8811fde3c',
        slug: 'light-landscaping',
        name: 'Light landscaping',
        description:
          'Beds weeded and mulched, hedges shaped, small plantings put in. Every garden differs, so it comes with your plan hours or a quote.',
        price_cents: null,
        estimated_minutes: 240,
        search_words: 'gardener, gardening, hedge, plants, weeding, mulch',
      },
      {
        id: 'b156917a-9d7c-49b3-94d6-2c69086e4788',
        slug: 'leaf-raking',
        name: 'Leaf raking',
        description: 'Lawns, beds and drains cleared of leaves and bark, bagged and taken to green waste.',
        price_cents: 8500,
        estimated_minutes: 90,
        search_words: 'gardener, leaves, yard, autumn',
      },
      {
        id: '3509ee96-6974-4799-98f2-df8a3b40ef42',
        slug: 'deck-staining',
        name: 'Deck staining',
        description:
          'Timber washed, sanded where it needs it and oiled or stained with two coats. Up to 25 m², dry weather permitting.',
        price_cents: 49000,
        estimated_minutes: 360,
        search_words: 'timber, wood, oil, varnish, patio',
      },
      {
        id: '68d0cca6-bcf1-441f-849e-33007bcce06a',
        slug: 'holiday-decorating',
        name: 'Holiday decorating',
        description:
          'Lights along the eaves, the tree up and trimmed, and everything down and packed away in January.',
        price_cents: 21000,
        estimated_minutes: 180,
        search_words: 'Christmas lights, tree, decorations',
      },
    ],
  },
  {
    id: 'e6cf6dbb-c673-4dab-be99-d58c2eb4ba88',
    slug: 'personal-services',
    name: 'Personal Services',
    description: 'The errands and small duties of a week, off your list.',
    color: 'plum',
    icon: 'bag',
    services: [
      {
        id: 'ec0af7ea-2417-406b-9356-29aada6b0196',
        slug: 'grocery-shopping',
        name: 'Grocery shopping',
        description:
          'Your list from the supermarket, butcher or market, chosen with care and put away in the fridge. Groceries at cost.',
        price_cents: 5900,
        estimated_minutes: 60,
        search_words: 'food, supermarket, groceries',
      },
      {
        id: 'da68d634-5527-4ecb-8c5a-dd3bc061a6f5',
        slug: 'errand-running',
        name: 'Errand running',
        description:
          'The post office, the chemist, a return at the shops: one run, as many stops as fit in the time.',
        price_cents: 6500,
        estimated_minutes: 60,
        search_words: 'errands, post office, delivery, chemist',
      },
      {
        id: 'c7fd737d-5ed0-4e3c-838b-8b47c95dfc16',
        slug: 'meal-preparation',
        name: 'Meal preparation',
        description:
          'Four family dinners cooked in your kitchen, portioned and labelled for the fridge or freezer. Ingredients at cost.',
        price_cents: 16000,
        estimated_minutes: 150,
        search_words: 'cook, chef, cooking, dinner',
      },
      {
        id: '9572c24a-68bb-4cbc-848f-d8ba1a72405f',
        slug: 'dry-cleaning-pickup',
        name: 'Dry cleaning pickup',
        description:
          'Collected from your door, taken to a cleaner we trust and back on the hanger within three days. Cleaning at cost.',
        price_cents: 3500,
        estimated_minutes: 30,
        search_words: 'suit, clothes, laundry',
      },
      {
        id: 'ddb7b64a-4b6d-4c22-bf13-6f5dfd30e235',
        slug: 'pet-care-and-walking',
        name: 'Pet care and walking',
        description:
          'A long walk, fresh water and dinner, and a photo so that you know all is well. Dogs, cats and small company.',
        price_cents: 4900,
        estimated_minutes: 60,
        search_words: 'dog walker, dog walking, cat sitter, pet sitting',
      },
    ],
  },
  {
    id: '6832213b-2a1b-41a9-96f2-012215846608',
    slug: 'general-help',
    name: 'General Help',
    description: 'A capable pair of hands for whatever else the house asks for.',
    color: 'slate',
    icon: 'bulb',
    services: [
      {
        id: '12636792-41c0-40b0-8e63-5e2297486884',
        slug: 'light-bulb-changes',
        name: 'Light bulb changes',
        description:
          'High ceilings, downlights and outdoor fittings changed to LED, old globes taken for recycling. Bulbs at cost.',
        price_cents: 7500,
        estimated_minutes: 30,
        search_words: 'lamp, globe, LED, electrician, handyman',
      },
      {
        id: '30f5d195-d81e-4754-971c-c15c2d82566f',
        slug: 'tech-and-internet-help',
        name: 'Tech and internet help',
        description:
          'NBN and Wi-Fi that reach every room, printers, passwords and new phones, explained in plain English.',
        price_cents: 12900,
        estimated_minutes: 90,
        search_words: 'computer, IT support, wifi, router, printer',
      },
      {
        id: 'df2f8907-eeb9-4b18-be2c-52b65a5124bf',
        slug: 'furniture-moving',
        name: 'Furniture moving',
        description:
          'Two careful people with straps and blankets to move the heavy pieces within the house, or a flat-pack put together.',
        price_cents: 19900,
        estimated_minutes: 120,
        search_words: 'movers, removalist, assembly, flat pack, IKEA, handyman',
      },
      {
        id: '075e0b85-69f6-4cf8-a34e-8c2ed72344e7',
        slug: 'wall-painting',
        name: 'Wall painting',
        description:
          'Patching, sanding and two coats on a room or a feature wall. Booked with plan hours, or priced by quote once we have seen it.',
        price_cents: null,
        estimated_minutes: 480,
        search_words: 'painter, decorator, paint',
      },
      {
        id: 'bfe29d46-0ccb-48cc-90ee-8f7861e4dcfc',
        slug: 'pest-control',
        name: 'Pest control',
        description:
          'Ants, spiders and cockroaches treated inside and out by a licensed technician, with products safe around children and pets.',
        price_cents: 23500,
        estimated_minutes: 90,
        search_words: 'exterminator, insects, ants, spiders, mice, termites',
      },
    ],
  },
] as const;

/**
 * The service of bookings made from custom requests; never offered itself. These bookings are shown under the
 * customer's own title, in the category 'other'.
 */
export const customService = {
  id: 'e81d0c4b-5f0a-4a53-9c67-2b90d7a6f314',
  slug: 'custom-service',
  category_id: categoryOf('general-help').id,
  name: 'Custom service',
  description: null,
  price_cents: null,
  estimated_minutes: 60,
  search_words: '',
};

/** The category that a slug of the catalogue names. */
export function categoryOf(slug: (typeof catalogue)[number]['slug']): { id: string } {
  const category = catalogue.find((c) => c.slug === slug);
  if (!category) throw new Error(`The catalogue has no ${slug}`);
  return category;
}

type Slug = (typeof catalogue)[number]['services'][number]['slug'];

/** The service that a slug of the catalogue names. */
export function serviceOf(slug: Slug): {
  id: string;
  name: string;
  price_cents: number | null;
  estimated_minutes: number;
} {
  const service = catalogue.flatMap((category) => [...category.services]).find((s) => s.slug === slug);
  if (!service) throw new Error(`The catalogue has no ${slug}`);
  return service;
}

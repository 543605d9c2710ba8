import { answerWithinWords } from '../quote-terms.ts';

/** The pictograms that may stand beside an item. */
export const itemSigns = [
  'bell',
  'grid',
  'day',
  'app',
  'again',
  'clock',
  'heart',
  'shield',
  'check',
  'phone',
  'mail',
  'star',
] as const;
export type ItemSign = (typeof itemSigns)[number];

/** One of the numbers beneath the landing page's headline. */
export interface Claim {
  figure: string;
  words: string;
}

export interface TextItem {
  title: string;
  text: string;
}

export interface SignedItem extends TextItem {
  sign: ItemSign;
}

interface TextField {
  /** The most letters. */
  most: number;
  /** Whether it may have several lines; each is a line or a paragraph of the page. */
  lines?: true;
  /** Whether the page can do without it; its place is then left out. */
  optional?: true;
  /** The first value: the spec's. */
  first: string;
  /**
   * The first value of an installation whose people are real, where the spec's claims something that nobody can check
   * or promises something in the owner's name.
   */
  unclaimed?: string;
}

/** In a text, the place of the business's name. */
export const nameMark = '{name}';

/** Names no service, no number and no promise: an owner's offer may have any. */
const plainWords = 'Help at home, by a monthly plan or one visit at a time.';

/**
 * The single texts of the landing page, in its order. Names of its parts that its links and the app share
 * ('Services', 'Pricing'), and the words of a plan's card, are the product's own.
 */
export const textFields = {
  pageTitle: { most: 120, first: '{name}: your home, looked after' },
  description: {
    most: 300,
    first:
      'Cleaning, repairs, the garden, the errands: one concierge, one number, one monthly plan. Fully insured and bonded, with a 100% satisfaction guarantee.',
    unclaimed: plainWords,
  },
  shareTitle: { most: 90, first: 'Your home, looked after' },
  shareText: {
    most: 200,
    first: 'Cleaning, repairs, the garden, the errands: one concierge, one number, one monthly plan.',
    unclaimed: plainWords,
  },
  memberLogin: { most: 24, first: 'Member Login' },
  getStarted: { most: 24, first: 'Get Started' },
  headline: { most: 80, lines: true, first: 'Your home,\nlooked after.' },
  lead: {
    most: 240,
    first: 'Cleaning, repairs, the garden, the errands. One concierge, one number, one monthly plan.',
    unclaimed: plainWords,
  },
  seeHow: { most: 32, first: 'See how it works' },
  trust: {
    most: 120,
    optional: true,
    first: 'Fully insured and bonded, with a 30-day money-back promise',
    unclaimed: '',
  },
  servicesTitle: { most: 80, first: 'Everything a home asks for', unclaimed: 'What we do' },
  servicesLead: {
    most: 200,
    first: 'Five kinds of help, and one person who brings them together.',
    unclaimed: 'Choose what you need.',
  },
  conciergeTitle: { most: 60, optional: true, first: 'Personal Concierge' },
  conciergeText: {
    most: 240,
    optional: true,
    first:
      'One person who knows your home and arranges all of it. One number to call, one thread to write in.',
  },
  packagesTitle: { most: 80, first: 'One plan, many hands' },
  packagesLead: {
    most: 200,
    first: 'Pick the hours your home needs each month. Spend them on anything we do.',
  },
  rollover: { most: 120, optional: true, first: 'Unused hours roll over for up to 3 months.' },
  includedTitle: { most: 80, first: 'Included in every package' },
  stepsTitle: { most: 80, first: 'How It Works' },
  stepsLead: { most: 200, first: 'Four steps from a list on the fridge to a home that’s done.' },
  shortlyTitle: { most: 60, first: 'Or, in three' },
  beginTitle: { most: 80, first: 'Come home to a house that’s done.' },
  beginLead: {
    most: 200,
    first: 'Start today. If it isn’t for you, you have your money back within 30 days.',
    unclaimed: 'Start today: it takes a minute.',
  },
  talkFirst: { most: 32, first: 'Talk to us first' },
  aboutTitle: { most: 80, first: 'You hand us your keys. We know what that means.' },
  about: {
    most: 2000,
    lines: true,
    first:
      '{name} began with one street and a spare set of keys. Today 5,000+ homeowners leave the list to us, and we have ticked off 50,000+ tasks for them, at an average rating of 4.9.\nThe people who come are vetted, trained, fully insured and bonded. You will know them by name, and they will know where the good ladder is. And every visit carries our 100% satisfaction guarantee.',
    unclaimed:
      '{name} looks after homes, so that the people who live in them have time for the rest.\nYou will know the people who come by name, and they will know where the good ladder is.',
  },
  contactTitle: { most: 80, first: 'Talk to us' },
  contactLead: { most: 200, first: 'A person answers, day and night.', unclaimed: 'A person answers.' },
  callTitle: { most: 40, first: 'Call us' },
  callNote: { most: 80, optional: true, first: '24/7 for emergencies', unclaimed: '' },
  writeTitle: { most: 40, first: 'Write to us' },
  writeNote: { most: 80, optional: true, first: 'We reply to e-mail within 2 hours', unclaimed: '' },
  /** How soon the team answers a request; in the app and the catalogue it ends a sentence such as 'The team replies …'. */
  replyTime: { most: 40, optional: true, first: answerWithinWords, unclaimed: '' },
  supportTitle: { most: 80, first: 'Support and resources' },
  foot: {
    most: 300,
    optional: true,
    first:
      'Home maintenance, cleaning, the garden, personal errands and general help, by people you know by name. Fully insured and bonded. Prices by the month.',
    unclaimed: plainWords,
  },
} as const satisfies Record<string, TextField>;
export type TextName = keyof typeof textFields;
export const textNames = Object.keys(textFields) as TextName[];

/** A text's limits, and whether the page can do without it. */
export const textField = (name: TextName): TextField => textFields[name];

/** The lists of the landing page: the most items, and the most letters in each part. */
export const textLists = {
  claims: { most: 6, parts: { figure: 16, words: 40 } },
  included: { most: 12, parts: { title: 60, text: 160 } },
  steps: { most: 6, parts: { title: 60, text: 160 } },
  shortly: { most: 3, parts: { title: 40, text: 80 } },
  resources: { most: 8, parts: { title: 60, text: 160 } },
  /** Beneath the services, in the app too. */
  reasons: { most: 6, parts: { title: 60, text: 160 } },
} as const;
export type TextListName = keyof typeof textLists;
export const textListNames = Object.keys(textLists) as TextListName[];

/** Every text of the landing page. */
export interface Texts extends Record<TextName, string> {
  claims: readonly Claim[];
  /** Included in every package. */
  included: readonly SignedItem[];
  /** How it works. */
  steps: readonly TextItem[];
  /** How it works once more, shortly. */
  shortly: readonly TextItem[];
  resources: readonly TextItem[];
  reasons: readonly SignedItem[];
}

type Lists = Pick<Texts, TextListName>;

const firstLists: Lists = {
  claims: [
    { figure: '5,000+', words: 'homeowners' },
    { figure: '4.9', words: 'average rating' },
    { figure: '50,000+', words: 'tasks completed' },
    { figure: '24/7', words: 'emergency support' },
  ],
  included: [
    { sign: 'bell', title: 'Personal concierge', text: 'Someone who answers, and remembers.' },
    { sign: 'grid', title: 'All service categories', text: 'Use your hours on whatever needs doing.' },
    { sign: 'day', title: 'Flexible scheduling', text: 'Move a visit when life moves.' },
    { sign: 'app', title: 'Mobile app access', text: 'Book, write and follow from your phone.' },
    { sign: 'again', title: 'Hours that roll over', text: 'Unused hours roll over for up to 3 months.' },
    { sign: 'clock', title: 'Quick replies', text: 'We answer your e-mail within 2 hours.' },
    {
      sign: 'heart',
      title: '100% satisfaction guarantee',
      text: 'Not right? We come back and make it right.',
    },
    {
      sign: 'shield',
      title: '30-day money-back promise',
      text: 'Fully insured and bonded, from the first day.',
    },
  ],
  steps: [
    {
      title: 'Choose a plan',
      text: 'Pick the hours your home needs each month, or book a single service by card.',
    },
    {
      title: 'Tell us what to do',
      text: 'Book in the app in a minute, or call your concierge and say it once.',
    },
    { title: 'We take care of it', text: 'Vetted, insured people arrive when you asked them to.' },
    { title: 'See that it’s done', text: 'Follow every visit, see your hours, and rate the work.' },
  ],
  shortly: [
    { title: 'You ask', text: 'A tap, a message or a call.' },
    { title: 'We come', text: 'The right person, on time.' },
    { title: 'You rest', text: 'The list is ours now.' },
  ],
  resources: [
    { title: 'Help Center', text: 'Answers about plans, hours and visits.' },
    { title: 'Service Areas', text: 'Where our people live and work.' },
    { title: 'Privacy Policy', text: 'What we keep of you, and what we never do with it.' },
    { title: 'Terms of Service', text: 'What you can hold us to.' },
  ],
  reasons: [
    {
      sign: 'shield',
      title: 'Fully insured and bonded',
      text: 'Everyone who enters your home is vetted, insured and known to us by name.',
    },
    {
      sign: 'heart',
      title: '100% satisfaction guarantee',
      text: 'Not right? We come back and make it right, or your money back within 30 days.',
    },
    {
      sign: 'phone',
      title: 'A concierge of your own',
      text: 'One person who knows your house, on one number.',
    },
    {
      sign: 'clock',
      title: '24/7 emergency support',
      text: 'A burst pipe does not wait for Monday. Neither do we.',
    },
  ],
};

/** Words of texts that state or promise what nobody who reads them can check. */
const claiming =
  /\d\+|\b\d\.\d\b|24\/7|guarantee|money.back|\b(insured|bonded|vetted|licensed|certified)\b|within \d+ (minutes?|hours?|days?)|day and night/i;

/** Whether a text claims something that nobody can check, or promises something in the owner's name. */
export const isClaim = (text: string): boolean => claiming.test(text);

/** Whether an item of a list does; the numbers beneath the headline all do. */
export const isItemClaim = (list: TextListName, item: object): boolean =>
  list === 'claims' || Object.values(item).some(isClaim);

/** The steps that stand in place of the spec's, where those claim something. */
const plainSteps: Record<string, string> = {
  'We take care of it': 'Our people arrive when you asked them to.',
};

/**
 * The texts without their claims: a single text becomes its unclaimed first value, an item is left out. A text that
 * the page cannot do without, and that has no other value, stays.
 */
export function withoutClaims(texts: Texts): Texts {
  const single = textNames.map((name) => {
    const { first, unclaimed = first, optional } = textField(name);
    const other = isClaim(unclaimed) ? (optional ? '' : texts[name]) : unclaimed;
    return [name, isClaim(texts[name]) ? other : texts[name]];
  });
  const steps = texts.steps.map((step) => {
    const text = plainSteps[step.title];
    return text && isItemClaim('steps', step) ? { ...step, text } : step;
  });
  const lists = textListNames.map((name) => [
    name,
    (name === 'steps' ? steps : texts[name]).filter((item) => !isItemClaim(name, item)),
  ]);
  return Object.fromEntries([...single, ...lists]) as Texts;
}

const spec: Texts = {
  ...(Object.fromEntries(textNames.map((name) => [name, textField(name).first])) as Record<TextName, string>),
  ...firstLists,
};

/**
 * The texts that hold until an owner has published others.
 * @param isSandbox whether everybody signs in as a persona; only then the page makes the spec's claims
 */
export const firstTexts = (isSandbox: boolean): Texts => (isSandbox ? spec : withoutClaims(spec));

/** A text with the business's name in its place. */
export const withName = (text: string, name: string): string => text.replaceAll(nameMark, name);

import type { TextListName, TextName } from '../../../api/contract/rules/look/texts.ts';

export interface TextGroup {
  id: string;
  title: string;
  hint?: string;
  names: readonly (TextName | TextListName)[];
}

/** The texts in the order of the page, which a test compares with the list of all. */
export const textGroups: readonly TextGroup[] = [
  {
    id: 'top',
    title: 'At the top',
    names: ['headline', 'lead', 'getStarted', 'seeHow', 'memberLogin', 'trust'],
  },
  {
    id: 'claims',
    title: 'Figures',
    hint: 'Beneath the headline. Name only what you can stand behind; without figures the row is left out.',
    names: ['claims'],
  },
  {
    id: 'services',
    title: 'Services',
    hint: 'The categories and services themselves come from the offer.',
    names: ['servicesTitle', 'servicesLead', 'conciergeTitle', 'conciergeText', 'reasons'],
  },
  {
    id: 'plans',
    title: 'Plans',
    names: ['packagesTitle', 'packagesLead', 'rollover', 'includedTitle', 'included'],
  },
  {
    id: 'steps',
    title: 'How it works',
    names: ['stepsTitle', 'stepsLead', 'steps', 'shortlyTitle', 'shortly'],
  },
  { id: 'begin', title: 'Invitation to begin', names: ['beginTitle', 'beginLead', 'talkFirst'] },
  {
    id: 'about',
    title: 'About the business',
    hint: '{name} becomes the business’s name. Each line is a paragraph.',
    names: ['aboutTitle', 'about'],
  },
  {
    id: 'contact',
    title: 'Contact',
    hint: 'How soon requests are answered ends a sentence of the app, such as “The team replies within 2 hours”. Empty: no time is named.',
    names: ['contactTitle', 'contactLead', 'callTitle', 'callNote', 'writeTitle', 'writeNote', 'replyTime'],
  },
  {
    id: 'support',
    title: 'Resources and foot',
    hint: 'Your policies stand at the foot, too: they are in the settings of the business.',
    names: ['supportTitle', 'resources', 'foot'],
  },
  {
    id: 'search',
    title: 'Search engines and shared links',
    names: ['pageTitle', 'description', 'shareTitle', 'shareText'],
  },
];

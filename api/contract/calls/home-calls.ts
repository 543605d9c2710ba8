import { paths } from '../paths/paths.ts';
import { Home, HomeChange, HomeForm, Homes, JoinedHome, SuggestedAnswer } from '../schemas/homes/homes.ts';
import { call, Done, one } from './call.ts';

/** The calls about a person's own homes. The team has none: it sees a home through its bookings alone. */
export const homeCalls = {
  listHomes: call({
    ...paths.listHomes,
    summary: 'My homes, and the places of my earlier bookings if I was not asked about them yet',
    answer: Homes,
  }),
  createHome: call({
    ...paths.createHome,
    summary: 'Keeps a home; a known address gets what was not known of it, and stays one home',
    body: HomeForm,
    answer: Home,
    errors: ['conflict'],
  }),
  changeHome: call({
    ...paths.changeHome,
    summary: 'Changes a home, and no booking; what is left out stays',
    params: one,
    body: HomeChange,
    answer: Home,
    errors: ['not_found', 'conflict'],
  }),
  deleteHome: call({
    ...paths.deleteHome,
    summary: 'Forgets a home; bookings keep what they say',
    uncounted: 'ends',
    params: one,
    answer: Done,
    errors: ['not_found'],
  }),
  joinHomes: call({
    ...paths.joinHomes,
    summary: 'Fills what this home does not know from another home of mine, which goes',
    uncounted: 'ends',
    params: one,
    body: JoinedHome,
    answer: Home,
    errors: ['not_found'],
  }),
  answerSuggestedHomes: call({
    ...paths.answerSuggestedHomes,
    summary: 'Keeps the places of my earlier bookings as homes, or does not; I am asked once',
    body: SuggestedAnswer,
    answer: Homes,
  }),
} as const;

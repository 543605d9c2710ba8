import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { Config } from '../schemas/config.ts';
import { Preferences, SignedInDevice, User } from '../schemas/people.ts';
import { PushDevice, PushSubscriptionForm } from '../schemas/push.ts';
import { call, Done } from './call.ts';

/** The calls about the installation, the signed-in person, their devices and preferences. */
export const accountCalls = {
  readConfig: call({
    ...paths.readConfig,
    summary: 'What a browser must know of this installation',
    answer: Config,
  }),
  readUser: call({ ...paths.readUser, summary: 'The signed-in person', answer: User }),
  readPreferences: call({
    ...paths.readPreferences,
    summary: 'What I wish to be told, when I like visits, what the team should know',
    answer: Preferences,
  }),
  savePreferences: call({
    ...paths.savePreferences,
    summary: 'Keeps my preferences; what is left out stays',
    body: z.partial(Preferences),
    answer: Preferences,
  }),
  readPushDevice: call({
    ...paths.readPushDevice,
    summary: 'What this browser subscribes to push messages with, and whether it is sent any',
    answer: PushDevice,
  }),
  savePushSubscription: call({
    ...paths.savePushSubscription,
    summary: 'Has this browser sent push messages while I am signed in here',
    body: PushSubscriptionForm,
    answer: Done,
    errors: ['conflict'],
  }),
  removePushSubscription: call({
    ...paths.removePushSubscription,
    summary: 'Has this browser sent push messages no more',
    uncounted: 'ends',
    answer: Done,
  }),
  listSessions: call({
    ...paths.listSessions,
    summary: 'Where I am signed in, this browser first',
    answer: z.array(SignedInDevice),
  }),
  endSession: call({
    ...paths.endSession,
    summary: 'Signs one of my browsers out',
    uncounted: 'ends',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    answer: Done,
    errors: ['not_found'],
  }),
  endAllSessions: call({
    ...paths.endAllSessions,
    summary: 'Signs all my browsers out, this one too; `url` is where this one goes on to',
    uncounted: 'ends',
    answer: z.object({ url: z.string() }),
  }),
} as const;

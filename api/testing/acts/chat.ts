import { aUser } from '../builders/builders.ts';
import { admin, db, noAct, nobody, type Scenarios } from './scene.ts';

const reply = { title: 'On the way', text: 'Somebody is on the way.' };

const aReply = async () => ({ id: (await admin.call('addCannedReply', { body: reply })).body.id });

export const chatActs: Scenarios = {
  seeConversation: noAct,
  changeConversation: {
    act: 'conversation_changed',
    async given() {
      const { id } = await aUser(db);
      const take = (params: { id: string }) => () =>
        admin.call('changeConversation', { params, body: { assignee: 'me', lastSeenId: null } });
      const strange = { status: 'lost', lastSeenId: null };
      return {
        effect: take({ id }),
        nothing: [
          take({ id }),
          take(nobody),
          () => admin.call('changeConversation', { params: { id }, body: strange }),
        ],
      };
    },
  },
  addCannedReply: {
    act: 'canned_reply_added',
    async given() {
      return {
        effect: () => admin.call('addCannedReply', { body: reply }),
        nothing: [() => admin.call('addCannedReply', { body: { ...reply, title: '' } })],
      };
    },
  },
  changeCannedReply: {
    act: 'canned_reply_changed',
    async given() {
      const params = await aReply();
      const body = { ...reply, title: 'Here soon' };
      return {
        effect: () => admin.call('changeCannedReply', { params, body }),
        nothing: [
          () => admin.call('changeCannedReply', { params: nobody, body }),
          () => admin.call('changeCannedReply', { params, body: { title: 'Empty', text: '' } }),
        ],
      };
    },
  },
  removeCannedReply: {
    act: 'canned_reply_removed',
    async given() {
      const params = await aReply();
      const remove = () => admin.call('removeCannedReply', { params });
      return { effect: remove, nothing: [remove] };
    },
  },
};

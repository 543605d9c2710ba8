import { randomUUID } from 'node:crypto';
import { admin, noAct, type Scenarios, server } from './scene.ts';

export const businessActs: Scenarios = {
  previewOpening: noAct,
  saveBusiness: {
    act: 'business_changed',
    async given() {
      const { version } = server.deps.business.current();
      const save = (body: object) => () => admin.call('saveBusiness', { body: { version, ...body } });
      const name = `House ${randomUUID()}`;
      return {
        effect: save({ name }),
        nothing: [save({ name }), save({ name: 'Other' }), save({ name: '😀' })],
      };
    },
  },
  saveTexts: {
    act: 'texts_changed',
    async given() {
      const { version } = server.deps.texts.current();
      const save = (lead: string) => () => admin.call('saveTexts', { body: { version, texts: { lead } } });
      const lead = `Help ${randomUUID()}`;
      return { effect: save(lead), nothing: [save(lead), save('Other'), save('')] };
    },
  },
  saveLook: {
    act: 'look_changed',
    async given() {
      const { version } = server.deps.look.current();
      const save = (primary: string) => () => admin.call('saveLook', { body: { version, primary } });
      return { effect: save('#1d4ed8'), nothing: [save('#1d4ed8'), save('#000080'), save('#ffff00')] };
    },
  },
  putBrandPicture: noAct,
};

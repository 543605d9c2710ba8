import { expect, test } from 'vitest';
import { hasDrafts, saveDraft } from '../../../pwa/storage/drafts.ts';
import { forgetReply, keepReply, replyDraftOf } from './reply-drafts.ts';

const saved = { id: 'r1', title: 'On our way', text: 'We are on our way' };
const begun = { title: 'Gate', text: 'Is the gate open?' };

test('an unsaved reply is kept, the new one and each edited one by itself', () => {
  expect(replyDraftOf('ada', null)).toEqual({ title: '', text: '' });
  expect(replyDraftOf('ada', saved)).toEqual({ title: 'On our way', text: 'We are on our way' });
  keepReply('ada', null, begun);
  keepReply('ada', saved, { title: 'On our way', text: 'We come now' });
  expect(replyDraftOf('ada', null)).toEqual(begun);
  expect(replyDraftOf('ada', saved).text).toBe('We come now');
  expect(replyDraftOf('ada', { ...saved, id: 'r2' }).text).toBe('We are on our way');
  expect([hasDrafts('ada'), hasDrafts('bob')]).toEqual([true, false]);
  forgetReply('ada', null, begun);
  keepReply('ada', saved, { title: 'On our way', text: 'We are on our way' });
  expect(hasDrafts('ada')).toBe(false);
});

test('text that is written during its save stays', () => {
  keepReply('ada', null, { ...begun, text: 'Is the gate open? And the dog?' });
  forgetReply('ada', null, begun);
  expect(replyDraftOf('ada', null).text).toBe('Is the gate open? And the dog?');
});

test('a draft that is no reply is not shown', () => {
  saveDraft('ada', 'canned r1', '{"title":1}');
  expect(replyDraftOf('ada', saved)).toEqual({ title: 'On our way', text: 'We are on our way' });
});

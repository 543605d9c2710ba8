import { expect, test } from 'vitest';
import { faultOfSubject } from './subject.ts';

test.each([
  'Return only the rest of an earlier charge when longer work is agreed to',
  'Pass the address of the request to the limits',
  'Focus the first field that has an error',
  'Bring telephone numbers that keep their period',
  'Feed missed events of the provider to the webhook',
])('the subject %j is accepted', (subject) => {
  expect(faultOfSubject(subject)).toBeNull();
});

test.each([
  ['Leave out what a failed read brings too late, too', "has 'what': name the thing"],
  ['Tell whoever reads the list of the refund', "has 'whoever': name the thing"],
  ['Fixed the refund', "begins with 'Fixed', which is no imperative"],
  ['Adding a column', "begins with 'Adding', which is no imperative"],
  ['Shows the refund', "begins with 'Shows', which is no imperative"],
  ['The refund is shown', "begins with 'The', which is no imperative"],
  ['fix: the refund', 'does not begin with a verb in capitals and small letters'],
  ['Show the refund.', 'ends with a full stop'],
  [`Show ${'x'.repeat(90)}`, 'has 95 characters; 90 are the most'],
])('the subject %j is refused: %s', (subject, fault) => {
  expect(faultOfSubject(subject)).toBe(fault);
});

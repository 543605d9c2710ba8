import { expect, test } from 'vitest';
import { beginRequestWith, beginWith } from './prefill.ts';

const ann = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  subscriptionTier: 'none' as const,
};

test('a form begins with the person’s name and e-mail, and the standard plan', () => {
  expect(beginWith(ann, undefined)).toMatchObject({
    customerName: 'Ann Lee',
    email: 'ann@example.com',
    subscriptionTier: 'standard',
    phone: '',
    address: '',
  });
  expect(beginWith({ ...ann, subscriptionTier: 'premium' }, undefined).subscriptionTier).toBe('premium');
});

test('typed text comes first, also if it was emptied', () => {
  expect(beginWith(ann, { customerName: '', phone: '0400' })).toMatchObject({
    customerName: '',
    phone: '0400',
  });
});

test('a request begins with the contact, standard priority and no estimate', () => {
  expect(beginRequestWith(ann, undefined, {})).toMatchObject({
    contactInfo: 'Ann Lee, ann@example.com',
    priority: 'standard',
    estimatedHours: '',
    serviceName: '',
  });
  expect(beginRequestWith(ann, '0400 000 000', {}).contactInfo).toBe(
    'Ann Lee, 0400 000 000, ann@example.com',
  );
  expect(beginRequestWith(ann, undefined, { contactInfo: 'Bo', estimatedHours: 2 })).toMatchObject({
    contactInfo: 'Bo',
    estimatedHours: 2,
  });
});

test('an emptied estimate is still empty after a reload', () => {
  const kept = JSON.parse(JSON.stringify({ estimatedHours: Number.NaN }));
  expect(beginRequestWith(ann, undefined, kept).estimatedHours).toBe('');
});

import { expect, test } from 'vitest';
import { createPushHosts } from './push-hosts.ts';

test('the push services of the browsers are allowed', () => {
  const mayReach = createPushHosts([], false);
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-sg2p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/QAbc',
  ])
    expect(mayReach(endpoint), endpoint).toBe(true);
});

test('all other addresses are refused: neighbours, other ports and protocols, similar names', () => {
  const mayReach = createPushHosts([], true);
  for (const endpoint of [
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.8/send',
    'https://localhost/send',
    'https://[::1]/send',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/send',
    'https://evilpush.apple.com/send',
    'https://push.apple.com.evil.example/send',
    'https://fcm.googleapis.com@evil.example/send',
    'https://user:word@fcm.googleapis.com/send',
    'https://evil.example/fcm.googleapis.com',
    'file:///etc/passwd',
    'fcm.googleapis.com/fcm/send/abc',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
    '',
  ])
    expect(mayReach(endpoint), endpoint).toBe(false);
});

test('a further host is allowed by its port; without https only on this machine, and only beside sandboxes', () => {
  const more = ['push.example', 'localhost:4999', '10.0.0.8:80'];
  const [beside, live] = [createPushHosts(more, true), createPushHosts(more, false)];
  expect(beside('https://push.example/send')).toBe(true);
  expect(live('https://push.example/send')).toBe(true);
  expect(live('https://push.example:444/send')).toBe(false);
  expect(beside('http://localhost:4999/send')).toBe(true);
  expect(live('http://localhost:4999/send')).toBe(false);
  expect(beside('http://localhost:5000/send')).toBe(false);
  expect(beside('http://10.0.0.8/send')).toBe(false);
  expect(beside('http://push.example/send')).toBe(false);
});

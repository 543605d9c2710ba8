import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../testing/machine/free-port.ts';
import { aMailServer, type MailServer } from '../../testing/outside/mail-server.ts';
import { MailRefused, MailUnavailable } from './mail.ts';
import { createSmtpMail } from './smtp.ts';

let smtp: MailServer;
beforeEach(async () => {
  smtp = await aMailServer();
});
afterEach(() => smtp.close());

const mail = (to = smtp.url) =>
  createSmtpMail({
    url: to,
    from: () => ({ name: 'Hearthkeep', address: 'support@hearthkeep.example' }),
    domain: 'hearthkeep.example',
  });
const letter = {
  id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11',
  to: 'olivia@example.com',
  subject: 'Your service is tomorrow',
  text: 'Hello Olivia,\n\nWe are with you tomorrow.\n',
  html: '<p>Hello Olivia,</p><p>We are with you tomorrow.</p>',
  mark: null,
};

test('a letter has its sender, its addressee, its text and a permanent id', async () => {
  await mail().send(letter);
  await mail().send(letter);
  expect(smtp.taken).toHaveLength(2);
  const [first, second] = smtp.taken;
  expect(first?.from).toContain('<support@hearthkeep.example>');
  expect(first?.to).toContain('<olivia@example.com>');
  expect(first?.text).toMatch(/^From: Hearthkeep <support@hearthkeep\.example>$/m);
  expect(first?.text).toMatch(/^To: olivia@example\.com$/m);
  expect(first?.text).toMatch(/^Subject: Your service is tomorrow$/m);
  expect(first?.text).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(first?.text).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(first?.text).toMatch(/^Content-Type: text\/plain[\s\S]*^Content-Type: text\/html/m);
  expect(first?.text).toContain('We are with you tomorrow.');
  for (const copy of [first, second])
    expect(copy?.text).toMatch(/^Message-ID: <5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11@hearthkeep\.example>$/m);
});

test('the mark stands in the letter as a part of it', async () => {
  await mail().send({
    ...letter,
    html: '<img src="cid:mark@letter" alt="">',
    mark: Buffer.from('a picture'),
  });
  const [sent] = smtp.taken;
  expect(sent?.text).toMatch(/^Content-Type: multipart\/related/m);
  expect(sent?.text).toMatch(/^Content-ID: <mark@letter>$/m);
  expect(sent?.text).toMatch(/^Content-Disposition: inline/m);
  expect(sent?.text).toContain(Buffer.from('a picture').toString('base64'));
});

test('a password is never sent unencrypted', async () => {
  smtp.answers = { EHLO: '250 AUTH PLAIN LOGIN', STARTTLS: '502 what is that' };
  const url = smtp.url.replace('smtp://', 'smtp://user:hush@');
  await expect(mail(url).send(letter)).rejects.toThrow(MailUnavailable);
  expect(smtp.heard.join('\n')).not.toMatch(/AUTH|hush|aHVzaA/);
  expect(smtp.taken).toEqual([]);
});

test('a line of a letter cannot become a header or a recipient', async () => {
  const nasty = { subject: 'Hello\r\nBcc: other@example.com', text: '.\r\nMAIL FROM:<x@example.com>\r\n' };
  await mail().send({ ...letter, ...nasty });
  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]?.text).not.toMatch(/^Bcc:/m);
  expect(smtp.taken[0]?.to).not.toContain('other@example.com');
});

test('a refused address or letter is refused for good, and the address is not repeated', async () => {
  for (const refusal of [
    { RCPT: '550 5.1.1 <olivia@example.com> is nobody' },
    { END: '554 not from you, olivia@example.com' },
  ]) {
    smtp.answers = refusal;
    const error = await mail()
      .send(letter)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MailRefused);
    expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain('olivia');
  }
});

test('failures that can pass are no refusals: a busy server, a wrong password, no answer', async () => {
  for (const trouble of [
    { RCPT: '451 try later' },
    { MAIL: '550 this sender may not' },
    { EHLO: '421 too busy', HELO: '421 too busy' },
  ]) {
    smtp.answers = trouble;
    await expect(mail().send(letter)).rejects.toBeInstanceOf(MailUnavailable);
  }
  smtp.answers = {};
  const nobody = `smtp://127.0.0.1:${await freePort()}`;
  await expect(mail(nobody).send(letter)).rejects.toBeInstanceOf(MailUnavailable);
  expect(smtp.taken).toEqual([]);
});

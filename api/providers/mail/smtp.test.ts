import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimPort, portOf } from '../../http/port.ts';
import { MailRefused, MailUnavailable } from './mail.ts';
import { createSmtpMail } from './smtp.ts';

/** An SMTP server that takes letters on, or answers a command as a test says. */
let smtp: Server;
let url: string;
let taken: { from: string; to: string; text: string }[];
let answers: Record<string, string>;
const sockets = new Set<Socket>();

beforeEach(async () => {
  taken = [];
  answers = {};
  smtp = createServer(serve);
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${portOf(smtp)}`;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => smtp.close(resolve));
});

function serve(socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  const say = (line: string) => socket.write(`${line}\r\n`);
  let envelope = { from: '', to: '', text: '' };
  let inLetter = false;
  let rest = '';
  say('220 mail.example');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (inLetter && line !== '.') {
        envelope.text += `${line}\n`;
        continue;
      }
      if (inLetter) {
        inLetter = false;
        if (!answers.END) taken.push(envelope);
        envelope = { from: '', to: '', text: '' };
        say(answers.END ?? '250 taken');
        continue;
      }
      const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
      if (answers[verb]) say(answers[verb]);
      else if (verb === 'DATA') {
        inLetter = true;
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else {
        if (verb === 'MAIL') envelope.from = line;
        if (verb === 'RCPT') envelope.to = line;
        say('250 ok');
      }
    }
  });
}

const mail = (to = url) =>
  createSmtpMail({
    url: to,
    from: { name: 'Hearthkeep', address: 'support@hearthkeep.example' },
    domain: 'hearthkeep.example',
  });
const letter = {
  id: '5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11',
  to: 'olivia@example.com',
  subject: 'Your service is tomorrow',
  text: 'Hello Olivia,\n\nWe are with you tomorrow.\n',
};

test('a letter goes out with its sender, its person, its words and an id that stays its own', async () => {
  await mail().send(letter);
  await mail().send(letter);
  expect(taken).toHaveLength(2);
  const [first, second] = taken;
  expect(first?.from).toContain('<support@hearthkeep.example>');
  expect(first?.to).toContain('<olivia@example.com>');
  expect(first?.text).toMatch(/^From: Hearthkeep <support@hearthkeep\.example>$/m);
  expect(first?.text).toMatch(/^To: olivia@example\.com$/m);
  expect(first?.text).toMatch(/^Subject: Your service is tomorrow$/m);
  expect(first?.text).toMatch(/^Auto-Submitted: auto-generated$/m);
  expect(first?.text).toMatch(/^Content-Type: text\/plain/m);
  expect(first?.text).toContain('We are with you tomorrow.');
  for (const copy of [first, second])
    expect(copy?.text).toMatch(/^Message-ID: <5e0ab0a2-43a7-4c0f-8a5e-6a0d5f0a8f11@hearthkeep\.example>$/m);
});

test('no line of a letter becomes a header or a recipient of its own', async () => {
  const nasty = { subject: 'Hello\r\nBcc: other@example.com', text: '.\r\nMAIL FROM:<x@example.com>\r\n' };
  await mail().send({ ...letter, ...nasty });
  expect(taken).toHaveLength(1);
  expect(taken[0]?.text).not.toMatch(/^Bcc:/m);
  expect(taken[0]?.to).not.toContain('other@example.com');
});

test('a refused address or letter is refused for good, and the address is not repeated', async () => {
  for (const refusal of [
    { RCPT: '550 5.1.1 <olivia@example.com> is nobody' },
    { END: '554 not from you, olivia@example.com' },
  ]) {
    answers = refusal;
    const error = await mail()
      .send(letter)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MailRefused);
    expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain('olivia');
  }
});

test('what may pass is no refusal: a busy server, a wrong password, nobody there', async () => {
  for (const trouble of [
    { RCPT: '451 try later' },
    { MAIL: '550 this sender may not' },
    { EHLO: '421 too busy', HELO: '421 too busy' },
  ]) {
    answers = trouble;
    await expect(mail().send(letter)).rejects.toBeInstanceOf(MailUnavailable);
  }
  answers = {};
  const free = await claimPort(0, '127.0.0.1');
  const nobody = `smtp://127.0.0.1:${portOf(free)}`;
  await new Promise((resolve) => free.close(resolve));
  await expect(mail(nobody).send(letter)).rejects.toBeInstanceOf(MailUnavailable);
  expect(taken).toEqual([]);
});

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearestReadable } from '../../../contract/rules/look/palettes.ts';
import { firstTexts, textLists } from '../../../contract/rules/look/texts.ts';
import { anAdmin, aUser } from '../../../testing/builders/builders.ts';
import type { Client } from '../../../testing/servers/client.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/server.ts';
import { shortName } from './appearance.files.ts';
import { readLetterMark } from './letter-mark.service.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ env: { BUSINESS_NAME: 'Tran & Daughters' } });
  owner = await server.as(await anAdmin(server.deps.db));
});
afterAll(() => server.close());

const versionOf = async (call: 'readTextSettings' | 'readLookSettings') =>
  (await owner.call(call)).body.version;
const saveTexts = async (texts: object) =>
  owner.call('saveTexts', { body: { version: await versionOf('readTextSettings'), texts } });
const saveLook = async (look: object) =>
  owner.call('saveLook', { body: { version: await versionOf('readLookSettings'), ...look } });
const put = (kind: 'mark' | 'logo', upload: Buffer, as = owner) =>
  as.call('putBrandPicture', { params: { kind }, upload: Uint8Array.from(upload) });
const get = async (path: string) => {
  const answer = await fetch(server.url + path);
  return { answer, body: Buffer.from(await answer.arrayBuffer()) };
};
const svg = (content: string, more = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"${more}>${content}</svg>`);
const circle = '<circle cx="16" cy="16" r="14" fill="#1d4ed8"/>';

test('texts are published with a version, read by everybody, and stand in the log', async () => {
  const claims = [{ figure: '12', words: 'streets' }];
  const { status, body } = await saveTexts({ headline: 'Your home,\nin good hands. 🏡', claims });
  expect(status).toBe(200);
  expect(body.version).toBe(1);
  expect((await server.anyone.call('readTexts')).body).toMatchObject({
    headline: 'Your home,\nin good hands. 🏡',
    claims,
    lead: firstTexts(true).lead,
  });
  const { body: acts } = await owner.call('listActs', { query: { act: 'texts_changed' } });
  expect(acts[0]?.details).toMatchObject({
    claimsTo: '12 streets',
    claimsFrom: expect.stringMatching(/5,000\+/),
  });
  expect((await saveTexts({ headline: 'Your home,\nin good hands. 🏡' })).body.version).toBe(1);
  expect(
    (await saveTexts({ headline: firstTexts(true).headline, claims: firstTexts(true).claims })).body.version,
  ).toBe(2);
});

test('the later of two owners sees the earlier’s texts, and nothing of theirs is lost', async () => {
  const version = await versionOf('readTextSettings');
  const save = (lead: string) => owner.call('saveTexts', { body: { version, texts: { lead } } });
  expect((await save('The first owner’s words')).status).toBe(200);
  const late = await save('The second owner’s words');
  expect(late).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      fields: { 'texts.lead': 'Somebody else has set this to: The first owner’s words' },
      current: { version: version + 1, texts: { lead: 'The first owner’s words' } },
    },
  });
  expect((await server.anyone.call('readTexts')).body.lead).toBe('The first owner’s words');
});

test('texts have limits, and those that the page needs cannot be empty', async () => {
  const long = 'a'.repeat(500);
  for (const [texts, field] of [
    [{ headline: ' ' }, 'texts.headline'],
    [{ headline: long }, 'texts.headline'],
    [
      { claims: Array.from({ length: textLists.claims.most + 1 }, () => ({ figure: '1', words: 'a' })) },
      'texts.claims',
    ],
    [{ claims: [{ figure: '1', words: '' }] }, 'texts.claims.0.words'],
    [{ included: [{ sign: 'skull', title: 'a', text: 'b' }] }, 'texts.included.0.sign'],
  ] as const) {
    const { status, body } = await saveTexts(texts);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  }
  expect((await saveTexts({ trust: '', foot: 'Wort'.repeat(40) })).status).toBe(200);
});

test('a customer changes and uploads nothing, and a visitor neither', async () => {
  const customer = await server.as(await aUser(server.deps.db));
  for (const [client, status] of [
    [customer, 403],
    [server.anyone, 401],
  ] as const) {
    const calls = [
      client.call('readTextSettings'),
      client.call('saveTexts', { body: { version: 1, texts: { lead: 'x' } } }),
      client.call('readLookSettings'),
      client.call('saveLook', { body: { version: 1, primary: '#000000' } }),
      put('mark', svg(circle), client),
    ];
    expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual(calls.map(() => status));
  }
});

test('colours with which texts cannot be read are refused, with the nearest that can', async () => {
  const { status, body } = await saveLook({ primary: '#FFD400' });
  const nearest = nearestReadable('primary', { primary: '#ffd400', accent: '#b44c2b' });
  expect([status, body.fields]).toEqual([400, { primary: expect.stringContaining(nearest) }]);
  expect((await saveLook({ primary: 'red' })).status).toBe(400);
  expect((await get('/brand.css')).body.toString()).toBe('');
  const saved = await saveLook({ primary: '#1D4ED8', displayFace: 'bricolage' });
  expect(saved).toMatchObject({ status: 200, body: { primary: '#1d4ed8', accent: '#b44c2b' } });
  const css = (await get('/brand.css')).body.toString();
  expect(css).toContain('--pine:#1d4ed8');
  expect(css).toContain('prefers-color-scheme:dark');
  expect(css).toContain('/fonts/bricolage-grotesque.woff2');
});

test('icons, start pictures and the manifest follow the published look', async () => {
  await saveLook({ primary: '#1d4ed8' });
  const { hash, paper } = server.deps.look.current();
  const manifest = JSON.parse((await get('/manifest.webmanifest')).body.toString());
  expect(manifest).toMatchObject({
    name: 'Tran & Daughters',
    short_name: 'Tran',
    theme_color: paper.light,
    id: '/',
  });
  for (const { src, sizes } of manifest.icons) {
    expect(src).toContain(`?look=${hash}`);
    const { answer, body } = await get(src);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { width, height } = await sharp(body).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  const splash = (await get('/splash/dark/1170x2532.png')).body;
  expect(await sharp(splash).metadata()).toMatchObject({ width: 1170, height: 2532 });
  const { data } = await sharp(splash)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(`#${data.subarray(0, 3).toString('hex')}`).toBe(paper.dark);
  const monochrome = await sharp((await get('/icons/monochrome-512.png')).body).stats();
  expect(monochrome.channels[3]).toMatchObject({ min: 0, max: 255 });
  expect((await get('/icons/mark.svg')).body.toString()).toContain('#1d4ed8');
});

test('an uploaded mark is drawn as pixels, shown once it is published, and taken back', async () => {
  const { status, body } = await put('mark', svg(circle));
  expect([status, body.width, body.height]).toEqual([200, 192, 192]);
  expect((await saveLook({ mark: body.id })).status).toBe(200);
  const { markUrl, hash } = server.deps.look.current();
  const shown = await get(markUrl ?? '');
  expect(shown.answer.headers.get('content-type')).toBe('image/png');
  const { body: drawn } = await get(`/icons/icon-192.png?look=${hash}`);
  expect(await readLetterMark(server.deps)).toEqual(drawn);
  const icon = await sharp(drawn).raw().toBuffer({ resolveWithObject: true });
  const middle = (96 * 192 + 96) * icon.info.channels;
  expect(icon.data.subarray(middle, middle + 3).toString('hex')).toBe('1d4ed8');
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#aa0000' } })
    .jpeg()
    .toBuffer();
  const logo = await put('logo', photo);
  expect(logo.body).toMatchObject({ width: 360, height: 120 });
  expect((await saveLook({ logo: body.id })).status).toBe(400);
  expect((await saveLook({ logo: logo.body.id, mark: null })).body).toMatchObject({
    mark: null,
    logo: logo.body.id,
  });
  expect((await saveLook({ mark: 'a'.repeat(22) })).body.fields).toHaveProperty('mark');
});

test.each([
  ['a script', svg(`<script>alert(1)</script>${circle}`)],
  ['a handler', svg(circle, ' onload="alert(1)"')],
  ['a foreign object', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
  ['entities', Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg('&a;')])],
  ['an address of a script', svg(`<a xlink:href="javascript:alert(1)">${circle}</a>`)],
  ['a picture elsewhere', svg('<image href="https://example.com/a.png" width="9" height="9"/>')],
  ['a file of the server', svg('<image href="file:///etc/passwd" width="9" height="9"/>')],
  ['a style sheet elsewhere', svg(`<style>@import "https://example.com/a.css";</style>${circle}`)],
  ['a fill elsewhere', svg('<rect width="9" height="9" fill="url(https://example.com/a.svg#b)"/>')],
  ['a drawing within', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>')],
])('an SVG with %s is refused', async (_, drawing) => {
  const { status, body } = await put('mark', drawing);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
});

test('an SVG of a drawing program is taken, with its document type and its own parts', async () => {
  const drawing = Buffer.concat([
    Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
    ),
    svg(
      `<defs><linearGradient id="a"><stop stop-color="#f00"/></linearGradient></defs><use href="#b"/><path id="b" fill="url(#a)" d="M0 0h32v32z"/>`,
    ),
  ]);
  expect((await put('mark', drawing)).status).toBe(200);
});

test('files that are no picture, too small, damaged or of 20 MB are refused in plain words', async () => {
  const tiny = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const [file, status, words] of [
    [Buffer.from('GIF89a'), 415, 'SVG, PNG, JPEG or WebP'],
    [tiny, 400, 'too small'],
    [tiny.subarray(0, 60), 400, 'cannot be read'],
    [svg('<path d="'), 400, 'cannot be read'],
    [Buffer.from([0xff, 0xd8, ...Array(21).fill([0xff, 0xda, 0, 2]).flat()]), 400, 'too many layers'],
  ] as const) {
    const answer = await put('mark', Buffer.from(file));
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ message: expect.stringContaining(words) }),
    ]);
  }
  const large = await put('mark', Buffer.alloc(20 * 1024 * 1024, 1));
  expect(large.status).toBe(413);
});

test('the later of two owners sees the earlier’s colour and may then decide', async () => {
  const version = await versionOf('readLookSettings');
  const save = (on: number, primary: string) => owner.call('saveLook', { body: { version: on, primary } });
  expect((await save(version, '#5b21b6')).status).toBe(200);
  expect(await save(version, '#1d4ed8')).toMatchObject({
    status: 409,
    body: {
      fields: { primary: 'Somebody else has set this to: #5b21b6' },
      current: { version: version + 1, primary: '#5b21b6' },
    },
  });
  expect((await save(version + 1, '#17493c')).body).toMatchObject({ primary: '#17493c' });
});

test('an icon’s name ends with a word', () => {
  expect(
    ['Hearthkeep', 'Tran & Daughters', 'Supercalifragilistic', 'Home Help of Sydney', '🏡🏡 Häuser'].map(
      shortName,
    ),
  ).toEqual(['Hearthkeep', 'Tran', 'Supercalifragilistic', 'Home Help of', '🏡🏡 Häuser']);
});

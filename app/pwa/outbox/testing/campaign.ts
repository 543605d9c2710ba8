import type { Entry, Work } from '../../unsent/work.ts';
import { calm, type Weather } from './conditions.ts';
import { aDevice, type Device } from './device.ts';
import type { Tab } from './programs.ts';
import { type Draw, drawFrom, seeded } from './random.ts';
import { aServer, ofTeam, type Server } from './server.ts';
import { aTimeline } from './timeline.ts';

const people = ['mia', 'ben'];
const bookingsEach = 3;
const actions = 50;
const longestPauseMs = 40_000;
const longestRun = 200_000;

/** The result of one schedule. */
export interface Verdict {
  seed: number;
  written: number;
  stored: number;
  /** The stored entries that are messages of the live chat. */
  chats: number;
  refused: number;
  kills: number;
  /** The number of places at which a process could have been killed. */
  steps: number;
  /** A sentence for each broken promise; empty if all were kept. */
  faults: string[];
}

/**
 * Runs the real code of the outbox through one schedule of events, drawn from a seed. Two people use one device with
 * several tabs and a worker. They write, sign out and come back, while the network fails or gives false answers, and
 * processes are killed at any `await`. Then everything works again. Now each entry must be on the server once, under
 * its writer and in the order of writing within its booking or conversation, or be on the device with the reason of its refusal.
 * @param killAt the number of the only `await` at which a process is killed; without it, kills are at random
 */
export async function runSchedule(seed: number, killAt?: number): Promise<Verdict> {
  const draw = drawFrom(seeded(seed));
  const timeline = aTimeline(longestRun);
  const server = aServer(draw, timeline.now, people, bookingsEach);
  const device = aDevice({ timeline, draw, server, hasLocks: !draw.chance(0.1), killAt });
  const story: Story = { device, draw, server, contents: 0, cleared: new Set(), takenBack: new Set() };

  device.signIn(draw.one(people));
  device.openTab();
  const rough = roughWeather(draw);
  device.setWeather(killAt === undefined ? rough : { ...rough, kill: 0 });
  let at = 0;
  for (let n = 0; n < actions; n += 1) {
    at += draw.upTo(draw.chance(0.5) ? 300 : longestPauseMs);
    timeline.at(at, () => {
      if (draw.chance(0.1)) server.teamActs();
      act(story);
    });
  }
  await timeline.run(at);
  const steps = device.steps();

  device.setWeather(calm);
  device.setNetwork('up');
  for (const person of [...people, ...people]) {
    for (const tab of device.tabs) device.kill(tab);
    device.signIn(person);
    device.openTab();
    await timeline.run();
  }
  return { ...judge(seed, story, server), steps };
}

interface Story {
  device: Device;
  draw: Draw;
  server: Server;
  contents: number;
  /** Ids of the entries that a sign-out removed from the device. */
  cleared: Set<string>;
  /** Ids of the entries that their writer took back. */
  takenBack: Set<string>;
}

/** Draws some faults and leaves out others, so that over many seeds each fault also occurs alone. */
function roughWeather(draw: Draw): Weather {
  const some = (most: number) => (draw.chance(0.6) ? draw.random() * most : 0);
  return {
    kill: some(0.03),
    loseRequest: some(0.2),
    loseAnswer: some(0.4),
    busy: some(0.15),
    unwell: some(0.15),
    unwellAfter: some(0.2),
    storage: some(0.02),
  };
}

function act(story: Story): void {
  const { device, draw } = story;
  const tab = draw.one([...device.tabs]) as Tab | undefined;
  if (!tab) return void device.openTab();
  const does = draw.random();
  if (does < 0.45) write(story, tab);
  else if (does < 0.6) device.setNetwork(draw.one(['up', 'up', 'up', 'down', 'silent', 'portal'] as const));
  else if (does < 0.7) device.look(tab);
  else if (does < 0.75 && device.tabs.size < 4) device.openTab();
  else if (does < 0.8) {
    device.kill(tab);
    // A reload, or the start of a newer release.
    if (draw.chance(0.7)) device.openTab();
  } else if (does < 0.84) device.freeze(tab, draw.upTo(300_000));
  else if (does < 0.88) device.wakeWorker();
  else if (does < 0.92) device.signIn(draw.one([...people, null]));
  else if (does < 0.95) retry(story, tab);
  else if (does < 0.98) takeBack(story, tab);
  else signOut(story);
}

function write(story: Story, tab: Tab): void {
  const { device, draw } = story;
  const { userId } = tab.outbox.state();
  if (!userId) return;
  story.contents += 1;
  const content = `w${story.contents}`;
  const [place, work] = draw.chance(0.3)
    ? chatOf(story, userId, content)
    : ([`${userId}-${draw.upTo(bookingsEach)}`, workOf(draw, content)] as const);
  const send = () => device.write(tab, place, work);
  // People write it again if it could be neither stored nor sent.
  const again = () => (tab.alive && tab.outbox.state().userId === userId ? send() : undefined);
  send()
    .catch(again)
    .catch(again)
    .catch(() => {});
}

/** Work on a booking. */
function workOf(draw: Draw, content: string): Work {
  const works: Work[] = [
    { kind: 'reschedule', from: 'T0', to: content },
    { kind: 'review', rating: 5, review: content },
    { kind: 'cancel', terms: { outcome: 'release', amountCents: 0, hours: 1 } },
  ];
  const photoIds = draw.chance(0.2) ? [`${content}-a`, `${content}-b`] : [];
  return draw.chance(0.8) ? { kind: 'message', message: content, photoIds } : draw.one(works);
}

/** A message in the person's own conversation, or as the team in another's. */
function chatOf({ draw, server }: Story, userId: string, content: string): [string, Work] {
  if (userId !== ofTeam || draw.chance(0.3)) return [userId, { kind: 'chat', isSupport: false, content }];
  const customer = draw.one(people.filter((person) => person !== ofTeam));
  const lastSeenId = server.answers.get(customer) ?? null;
  return [customer, { kind: 'chat', isSupport: true, content, lastSeenId }];
}

const failedOn = (tab: Tab, draw: Draw): Entry | undefined =>
  draw.one(tab.outbox.state().entries.filter((e) => e.state === 'failed'));

function retry({ draw, server }: Story, tab: Tab): void {
  const entry = failedOn(tab, draw);
  if (!entry) return;
  const { bookingId, work } = entry;
  // A member of the team reads a colleague's answer before the repeat, or not.
  const hasRead = work.kind === 'chat' && work.isSupport && draw.chance(0.7);
  const again = hasRead ? { ...work, lastSeenId: server.answers.get(bookingId) ?? null } : work;
  tab.outbox.retry(entry, again).catch(() => {});
}

function takeBack({ draw, takenBack }: Story, tab: Tab): void {
  const entry = draw.one(tab.outbox.state().entries) as Entry | undefined;
  if (!entry) return;
  takenBack.add(entry.clientId);
  tab.outbox.discard(entry).catch(() => {});
}

/** Signs out: every page stops, and the device's stored entries are removed. */
function signOut({ device, cleared }: Story): void {
  for (const { clientId } of device.disk.all()) cleared.add(clientId);
  for (const tab of device.tabs) tab.outbox.stop();
  device.signIn(null);
  void device.disk.clear();
}

function judge(
  seed: number,
  { device, cleared, takenBack }: Story,
  server: ReturnType<typeof aServer>,
): Omit<Verdict, 'steps'> {
  const faults = [...device.complaints];
  const left = new Map(device.disk.all().map((entry) => [entry.clientId, entry]));
  const byId = new Map(device.kept.map((entry) => [entry.clientId, entry]));
  const stored = new Set(server.effects.map((effect) => effect.clientId));

  for (const entry of device.kept) {
    const { clientId } = entry;
    if (cleared.has(clientId) || takenBack.has(clientId) || stored.has(clientId)) continue;
    const still = left.get(clientId);
    if (!still) faults.push(`${clientId} is lost`);
    else if (still.state === 'waiting') faults.push(`${clientId} still waits`);
    else if (!server.refused.has(clientId) || !still.reason)
      faults.push(`${clientId} failed, and the server has not said why`);
  }
  const contents = new Set<string>();
  const last = new Map<string, number>();
  for (const { clientId, userId, bookingId, content } of server.effects) {
    const entry = byId.get(clientId);
    if (contents.has(content)) faults.push(`${clientId} is doubled`);
    contents.add(content);
    // An entry that the storage did not take was sent at once, ahead of others; it has no order to check.
    if (!entry) continue;
    if (entry.userId !== userId) faults.push(`${clientId} of ${entry.userId} was delivered as ${userId}`);
    // Three kinds may arrive late: refused entries that were tried again, entries taken back while a copy was under
    // way, and entries whose storage reported a failure.
    if (server.refused.has(clientId) || takenBack.has(clientId) || device.unsure.has(clientId)) continue;
    // Two people may write in one conversation, each in an order of their own.
    const place = `${userId} ${bookingId}`;
    if (entry.seq < (last.get(place) ?? 0)) faults.push(`${clientId} came before its turn`);
    last.set(place, entry.seq);
  }
  for (const [clientId, { state }] of left)
    if (stored.has(clientId) && state === 'waiting') faults.push(`${clientId} is stored and still waits`);
  return {
    seed,
    written: device.kept.length,
    stored: stored.size,
    chats: device.kept.filter(({ clientId, work }) => work.kind === 'chat' && stored.has(clientId)).length,
    refused: server.refused.size,
    kills: device.kills(),
    faults,
  };
}

import { expect, test } from 'vitest';
import type { CalendarBooking, Lane } from '../../../api/contract/schemas/schedule.ts';
import { beginsIn, instantOf, placeAt, targetAfter, targetAt } from './carry.ts';
import { columnsOf } from './columns.ts';
import { folded, mostPlaces, stacked } from './stacks.ts';
import { isNews, keeper, placed } from './use-move.ts';

const zone = 'Australia/Sydney';
/** A Tuesday. */
const day = '2026-11-24';
const at = (time: string) => new Date(`${day}T${time}:00+11:00`).toISOString();

function booking(id: string, time: string, given: Partial<CalendarBooking> = {}): CalendarBooking {
  return {
    ...{ id, status: 'scheduled', startsAt: at(time), minutes: 60, estimated: true, service: 'Lawn mowing' },
    category: { id: 'c', name: 'Outdoor', color: 'leaf', icon: 'leaf' },
    customer: { id: 'u', name: 'Mai Tran', email: 'mai@example.com', emailVerified: true },
    ...{ suburb: 'Newtown', visits: [], ...given },
  };
}
const visitBy = (workerId: string, endsAt: string, isTight = false) => ({
  ...{ workerId, endsAt, wayMinutes: null, isTight },
});

function lane(id: string, given: Partial<Lane> = {}): Lane {
  const worker = { id, name: id, colour: 'sky', picture: null } as const;
  const hours = [
    { startsAt: at('08:00'), endsAt: at('12:00') },
    { startsAt: at('13:00'), endsAt: at('17:00') },
  ];
  return { worker, hours, leave: [], held: [], ...given };
}
const closed = { opening: undefined, zone };
const shown = { view: 'day', date: day } as const;

test('blocks that overlap stand beside each other, each as wide as its own group lets it be', () => {
  const places = stacked([
    { from: 540, until: 600 },
    { from: 570, until: 630 },
    { from: 600, until: 660 },
    { from: 720, until: 780 },
  ]);
  expect(places.map((one) => [one.from, one.at, one.of])).toEqual([
    ...[
      [540, 0, 2],
      [570, 1, 2],
      [600, 0, 2],
      [720, 0, 1],
    ],
  ]);
  expect(mostPlaces(places)).toBe(2);
  expect(mostPlaces([])).toBe(1);
});

test('a short block takes the height of its words', () => {
  const [first, second] = stacked([
    { from: 540, until: 545 },
    { from: 560, until: 600 },
  ]);
  expect([first?.of, second?.at]).toEqual([2, 1]);
});

test('blocks without room are counted for their group, and the others share the width', () => {
  const all = stacked([540, 541, 542, 700].map((from) => ({ from, until: from + 60 })));
  const { shown: left, more } = folded(all, 2);
  expect(left.map(({ from, of }) => [from, of])).toEqual([
    [540, 2],
    [541, 2],
    [700, 1],
  ]);
  expect(more).toEqual([{ group: 0, count: 1, from: 542, until: 602 }]);
  expect(folded(all, Number.POSITIVE_INFINITY).more).toEqual([]);
});

test('a day has a column for what is unassigned, then the workers who work on it, then the others', () => {
  const bookings = [
    booking('alone', '09:00'),
    booking('hers', '09:30', { visits: [visitBy('Mai', at('11:00'), true)] }),
    booking('both', '14:00', {
      visits: [visitBy('Mai', at('15:00')), visitBy('Tom', at('15:00'))],
      needed: 2,
    }),
    booking('one of two', '16:00', { visits: [visitBy('Tom', at('17:00'))], needed: 2 }),
  ];
  const off = lane('Ann', { hours: [], leave: [{ startsAt: at('00:00'), endsAt: at('23:59') }] });
  const columns = columnsOf(shown, { bookings, lanes: [off, lane('Mai'), lane('Tom')] }, closed);
  expect(columns.map(({ key, visits }) => [key, ...visits.map((one) => one.booking.id)])).toEqual([
    ['unassigned', 'alone', 'one of two'],
    ['Mai', 'hers', 'both'],
    ['Tom', 'both', 'one of two'],
    ['Ann'],
  ]);
  const [alone, , hers] = columns.flatMap(({ visits }) => visits);
  const lanes = [off, lane('Mai'), lane('Tom')];
  const of = (worker: string) =>
    columnsOf({ ...shown, worker }, { bookings, lanes }, closed).map(({ key }) => key);
  expect([of('Tom'), of('gone')]).toEqual([['Tom'], ['unassigned', 'Mai', 'Tom', 'Ann']]);
  expect(alone).toMatchObject({ workerId: null, colour: 'nobody', from: 540, until: 600, who: '' });
  // The time that is kept at the worker's pace.
  expect(hers).toMatchObject({ workerId: 'Mai', colour: 'sky', from: 570, until: 660, isTight: true });
  expect(columns[1]?.off).toMatchObject([
    { from: 0, until: 480, kind: 'off', words: '' },
    { from: 720, until: 780, kind: 'off', words: '' },
    { from: 1020, until: 1440, kind: 'off', words: '' },
  ]);
  expect(columns[3]?.off.map(({ kind, words }) => [kind, words])).toEqual([
    ['off', ''],
    ['leave', 'On leave'],
  ]);
});

test('a closed day is closed in every column, and says why', () => {
  const opening = {
    week: [null, null, null, null, null, null, null],
    closedDays: [{ day, name: 'Fair' }],
  };
  const columns = columnsOf(shown, { bookings: [], lanes: [lane('Mai')] }, { zone, opening });
  expect(columns.map(({ off }) => off[0]?.words)).toEqual(['Closed: Fair', 'Closed: Fair']);
  const week = columnsOf({ view: 'week', date: day }, { bookings: [], lanes: [] }, { zone, opening });
  expect(week[0]?.off[0]?.words).toBe('No visits on Mondays');
});

test('work over midnight stands on both days of a week, in the colour of who comes', () => {
  const long = booking('long', '22:00', { minutes: 300, visits: [visitBy('Mai', at('23:00'))] });
  const week = columnsOf({ view: 'week', date: day }, { bookings: [long], lanes: [lane('Mai')] }, closed);
  expect(week.map(({ visits }) => visits.map(({ from, until }) => [from, until]))).toEqual([
    ...[[], [[1320, 1440]], [[0, 180]], [], [], [], []],
  ]);
  const [tuesday, wednesday] = [week[1], week[2]];
  const [first, second] = [tuesday?.visits[0], wednesday?.visits[0]];
  if (!tuesday || !wednesday || !first || !second) throw new Error('Both days have a part');
  expect([
    first.colour,
    first.who,
    beginsIn(tuesday, first, zone),
    beginsIn(wednesday, second, zone),
  ]).toEqual([...['sky', 'Mai', true, false]]);
});

test('without workers all bookings stand in one column, in the colours of their categories', () => {
  const [column, ...others] = columnsOf(shown, { bookings: [booking('a', '09:00')], lanes: [] }, closed);
  expect([others.length, column?.visits[0]?.colour]).toEqual([0, 'leaf']);
});

test('a pointer means the quarter of an hour and the column under it', () => {
  const geometry = {
    columns: [
      { key: 'a', left: 50, width: 100 },
      { key: 'b', left: 150, width: 120 },
    ],
    height: 2880,
  };
  const home = { column: 'a', minute: 700 };
  expect(targetAt(geometry, { x: 160, y: 1154 }, home)).toEqual({ column: 'b', minute: 570 });
  expect(targetAt(geometry, { x: -5, y: -40 }, home)).toEqual({ column: 'a', minute: 0 });
  expect(targetAt(geometry, { x: 900, y: 9000 }, home)).toEqual({ column: 'b', minute: 1425 });
  expect(targetAt({ ...geometry, columns: [] }, { x: 0, y: 0 }, home)).toBeNull();
  expect(placeAt(geometry, { column: 'b', minute: 570 })).toEqual({ left: 150, top: 1140, width: 120 });
  expect(placeAt(geometry, { column: 'c', minute: 570 })).toBeNull();
});

test('a visit that only goes to another column keeps a minute that is no step', () => {
  const geometry = { columns: [{ key: 'a', left: 0, width: 100 }], height: 1440 };
  const to = (y: number) => targetAt(geometry, { x: 10, y }, { column: 'b', minute: 577 })?.minute;
  expect([572, 577, 584].map(to)).toEqual([577, 577, 577]);
  expect([569, 585, 594].map(to)).toEqual([570, 585, 600]);
});

test('arrows carry by a quarter of an hour and by a column, and stop at the edges', () => {
  const columns = [{ key: 'a' }, { key: 'b' }];
  const after = (minute: number, key: string, column = 'a') => targetAfter({ column, minute }, key, columns);
  expect(after(570, 'ArrowDown')).toEqual({ column: 'a', minute: 585 });
  expect(after(570, 'ArrowUp')).toEqual({ column: 'a', minute: 555 });
  expect(after(577, 'ArrowDown')).toEqual({ column: 'a', minute: 585 });
  expect(after(577, 'ArrowUp')).toEqual({ column: 'a', minute: 570 });
  expect(after(0, 'ArrowUp')).toEqual({ column: 'a', minute: 0 });
  expect(after(570, 'PageDown')).toEqual({ column: 'a', minute: 630 });
  expect(after(570, 'ArrowRight')).toEqual({ column: 'b', minute: 570 });
  expect(after(570, 'ArrowRight', 'b')).toEqual({ column: 'b', minute: 570 });
  expect(after(570, 'x')).toBeNull();
});

test('a visit that keeps its time keeps its instant, also in the hour that comes twice', () => {
  // 2:30 am for the second time.
  const twice = booking('a', '09:00', { startsAt: '2027-04-03T16:30:00.000Z' });
  const [column] = columnsOf({ view: 'day', date: '2027-04-04' }, { bookings: [twice], lanes: [] }, closed);
  const [visit] = column?.visits ?? [];
  if (!visit) throw new Error('There is no visit');
  expect(instantOf({ minute: 150 }, '2027-04-04', visit, zone)).toBe(twice.startsAt);
  expect(instantOf({ minute: 180 }, '2027-04-04', visit, zone)).toBe('2027-04-03T17:00:00.000Z');
});

test('a proposed move stands at its new time, with its new worker in the place of the other', () => {
  const both = booking('a', '09:00', {
    visits: [visitBy('Mai', at('10:00')), visitBy('Tom', at('10:00'))],
  });
  const move = (to: string, id: string | null, insteadOf?: string) =>
    placed({
      ...{ booking: both, to: at(to), schedule: false },
      worker: { id, name: null, ...(insteadOf && { insteadOf }) },
    });
  expect(move('11:00', 'Ann', 'Mai')).toMatchObject({
    startsAt: at('11:00'),
    visits: [visitBy('Tom', at('12:00')), visitBy('Ann', at('12:00'))],
  });
  expect(move('09:00', null, 'Mai').visits).toEqual([visitBy('Tom', at('10:00'))]);
  expect(move('10:00', 'Mai', 'Mai').visits.map(({ workerId }) => workerId)).toEqual(['Mai', 'Tom']);
  const alone = booking('b', '09:00');
  expect(placed({ booking: alone, to: alone.startsAt, schedule: false, ...keeper(alone) })).toEqual(alone);
  expect(isNews({ booking: alone, to: alone.startsAt, schedule: false })).toBe(false);
  expect(isNews({ booking: alone, to: at('10:00'), schedule: false })).toBe(true);
});

test('a visit that a filter leaves out keeps its worker’s lane from looking free', () => {
  const other = booking('other', '09:00', { service: 'Gutters', visits: [visitBy('Mai', at('10:30'))] });
  const read = { bookings: [], lanes: [lane('Mai'), lane('Tom')], others: [other] };
  const busy = columnsOf(shown, read, closed).map(({ key, off }) => [
    key,
    off.filter(({ kind }) => kind === 'busy'),
  ]);
  expect(busy).toEqual([
    ['unassigned', []],
    ['Mai', [{ from: 540, until: 630, kind: 'busy', words: 'Gutters' }]],
    ['Tom', []],
  ]);
});

test('a slow worker’s visit that ends after midnight stands on both days, also in the week', () => {
  const late = booking('late', '22:00', { visits: [visitBy('Mai', '2026-11-24T15:00:00.000Z')] });
  const read = { bookings: [late], lanes: [lane('Mai')] };
  const visits = (view: 'day' | 'week', date: string) =>
    columnsOf({ view, date }, read, closed).flatMap((column) =>
      column.visits.map(({ from, until }) => [column.key, from, until]),
    );
  expect(visits('day', '2026-11-24')).toEqual([['Mai', 1320, 1440]]);
  expect(visits('day', '2026-11-25')).toEqual([['Mai', 0, 120]]);
  expect(visits('week', '2026-11-24')).toEqual([
    ['2026-11-24', 1320, 1440],
    ['2026-11-25', 0, 120],
  ]);
});

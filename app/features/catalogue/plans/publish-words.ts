import type { RunningChoice } from '../../../../api/contract/rules/plan-terms.ts';
import type { PlanEffects, PlanSetting } from '../../../../api/contract/schemas/plans.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { formatDate } from '../../../lib/time/dates.ts';
import { inHours } from '../../../shared/hours/hours-line.ts';

const counted = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

type Terms = NonNullable<PlanSetting['draft']>;

/** What else a draft changes, beside the price and the hours; '' if nothing. */
export function alsoChangedText(present: Terms, draft: Terms): string {
  const changes = [
    present.name !== draft.name && oneText`the name, to ${draft.name}`,
    present.concierge !== draft.concierge && oneText`the concierge’s name, to ${draft.concierge}`,
    present.features.join('\n') !== draft.features.join('\n') && 'the features',
    present.noticeHours !== draft.noticeHours && `the notice, to ${draft.noticeHours} h`,
    present.horizonDays !== draft.horizonDays &&
      (draft.horizonDays === null
        ? 'the days ahead, without a limit'
        : `the days ahead, to ${draft.horizonDays}`),
    present.sameDay !== draft.sameDay &&
      (draft.sameDay ? 'visits on the same day' : 'no visits on the same day any more'),
    present.priority !== draft.priority &&
      (draft.priority ? 'its members stand first' : 'its members no longer stand first'),
  ].filter((one) => one !== false);
  return changes.length > 0 ? `Also new: ${changes.join('; ')}.` : '';
}

interface Chosen {
  /** `null`: now. */
  at: string | null;
  running: RunningChoice;
}

/** What follows from a publication, in the order in which it happens. */
export function followsOf(
  { present, draft, isOnSale }: Pick<PlanSetting, 'present' | 'draft' | 'isOnSale'>,
  effects: PlanEffects,
  { at, running }: Chosen,
  zone: string,
  now: Date = new Date(),
): string[] {
  if (!draft) return [];
  const from = at === null ? 'From now on' : `From ${formatDate(at, zone, now)}`;
  const price = oneText`${formatMoney(draft.priceCents)} a month for ${inHours(draft.minutes / 60)}`;
  const isSold = isOnSale || !present;
  return [
    isSold ? `${from}, new members pay ${price}.` : `${price}, once the plan is on sale again.`,
    ...(present ? memberLines(effects, { at, running }, oldPrice(present), zone, now) : []),
    effects.begun > 0 &&
      `${counted(effects.begun, 'person is', 'people are')} paying for this plan now. They get the version that they were shown.`,
    effects.planned > 0 &&
      `${counted(effects.planned, 'member of another plan begins', 'members of other plans begin')} this one with their next period, at the price that they were shown.`,
  ].filter((line) => line !== false);
}

type Concerned = Pick<PlanEffects, 'members' | 'begun' | 'planned'>;

/** What follows if a plan is taken off sale; '' if it concerns nobody. @param concerned `undefined` if not known */
export function offSaleText(concerned: Concerned | undefined): string {
  const first = 'Nobody can begin it or change to it any more.';
  if (!concerned) return `${first} Its members keep it, with their price and hours.`;
  const { members, begun, planned } = concerned;
  const lines = [
    members > 0 && `${counted(members, 'member keeps', 'members keep')} it, with their price and hours.`,
    begun > 0 &&
      `${counted(begun, 'person is', 'people are')} paying for it now and ${begun === 1 ? 'gets' : 'get'} it.`,
    planned > 0 &&
      `${counted(planned, 'member of another plan begins', 'members of other plans begin')} it with their next period.`,
  ].filter((line) => line !== false);
  return lines.length === 0 ? '' : [first, ...lines].join(' ');
}

const oldPrice = ({ priceCents, minutes }: { priceCents: number; minutes: number }): string =>
  `${formatMoney(priceCents)} for ${inHours(minutes / 60)}`;

function memberLines(
  { members, openBookings, moves, announced }: PlanEffects,
  { running }: Chosen,
  present: string,
  zone: string,
  now: Date,
): string[] {
  if (members === 0) return ['Nobody has this plan now.'];
  const kept = members - (running === 'move' ? moves.members + moves.unreached : 0);
  const { first, last } = moves;
  const [one, other] = [first && formatDate(first, zone, now), last && formatDate(last, zone, now)];
  const days = one === other ? `on ${one}` : `between ${one} and ${other}`;
  return [
    running === 'move' && first !== null && moves.members > 0
      ? `${counted(moves.members, 'member gets', 'members get')} a letter at least 30 days before, and ${moves.members === 1 ? 'pays' : 'pay'} the new price from a renewal ${days}. Until then they pay the present one.`
      : '',
    running === 'move' && moves.unreached > 0
      ? `${counted(moves.unreached, 'member has', 'members have')} no confirmed e-mail address for the letter and ${moves.unreached === 1 ? 'keeps' : 'keep'} the present price until there is one.`
      : '',
    ...(running === 'move' ? soonerLines(announced) : announcedLines(announced)),
    kept > 0
      ? running === 'move'
        ? `${counted(kept, 'member', 'members')} whose plan ends or changes with this period ${kept === 1 ? 'is' : 'are'} not moved.`
        : `${counted(kept, 'member keeps', 'members keep')} what they pay now (${present}, or an earlier version).`
      : '',
    openBookings > 0
      ? `${counted(openBookings, 'open booking keeps', 'open bookings keep')} the hours agreed.`
      : '',
  ].filter(Boolean);
}

/** Members who are about to move to an earlier publication, if this one keeps everybody where they are. */
const announcedLines = ({ calledOff, made }: PlanEffects['announced']): string[] => [
  calledOff > 0
    ? `${counted(calledOff, 'member was', 'members were')} to move to an earlier version. That is called off, and a letter says so to those who were told.`
    : '',
  made > 0
    ? `${counted(made, 'member renews', 'members renew')} within days at the price that a letter has named, which the card provider has already.`
    : '',
];

const soonerLines = ({ sooner }: PlanEffects['announced']): string[] => [
  sooner > 0
    ? `${counted(sooner, 'of them moves', 'of them move')} to an earlier version first, on the day that a letter has named.`
    : '',
];

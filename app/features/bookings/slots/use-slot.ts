import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Slot } from '../../../../api/contract/schemas/visits/slots.ts';
import { useOnline } from '../../../lib/online.ts';
import { useZone } from '../../../lib/session.ts';
import { dayOf, windowMinutesOf } from '../../../shared/bookings/time/time-slots.ts';
import { businessQuery } from '../../../shared/business/queries.ts';
import { failureText, hasCode } from '../failure.ts';
import { forgetKept, isFor, type KeptTime, keepTime, letGo, takeBack, useKeptTime } from './kept-time.ts';
import { freeTimesOf, freeTimesQuery, serviceSlotsQuery, type WantedVisit } from './queries.ts';

/** A time that was chosen and is not kept: it has lapsed, or nobody can come then. */
export interface LostTime {
  start: string;
  why: 'lapsed' | 'taken';
}

/** The free times of a form, and the one that is kept for its person. */
export interface SlotChoice {
  /**
   * `wished`: the form as it is without slots. `unknown`: it is being read which of the two. `wish`: the person would
   * rather wish for a time. `choose`: free times are offered.
   */
  mode: 'wished' | 'unknown' | 'wish' | 'choose';
  /** The free times; `undefined` until they are read. */
  times: readonly Slot[] | undefined;
  failed: boolean;
  retry: () => void;
  online: boolean;
  kept: KeptTime | null;
  /** Whether the person wishes for whoever came last, who is not free at the kept time. */
  isOther: boolean;
  /** The length of the chosen time's arrival window. */
  windowMinutes: number | undefined;
  lost: LostTime | null;
  /** The reason why the chosen time is not kept yet, and can be tried again. */
  problem: string | null;
  /** Leaves the choice to the free times, or to a wish. */
  wish: (wishes: boolean) => void;
  /** The id of the hold for the form that is sent; `undefined` for a wish. @throws as `keepTime` */
  holdId: () => Promise<string | undefined>;
  /** The server refused the kept time: somebody else has it. */
  lose: () => void;
}

/** A chosen time is kept once it has stayed for so long, since arrow keys pass many. */
const settledMs = 350;

interface Choosing extends WantedVisit {
  /** Whether the form is open, and its person may choose. */
  isOpen: boolean;
  value: string;
  isWish: boolean;
  /** Whether the form is being sent: nothing is kept anew meanwhile. */
  isSending: boolean;
  /** Whether the person wishes for whoever came last, whose times are marked then. */
  samePerson?: boolean;
  onChange: (given: { scheduledDate?: string; isWish?: boolean }) => void;
}

/**
 * Offers the free times of a visit, and keeps the chosen one while the form is open: the person's choice, also that of
 * a draft, is held, held anew for another place, and ends with the form.
 */
export function useSlot({
  isOpen,
  value,
  isWish,
  isSending,
  samePerson = false,
  onChange,
  ...wanted
}: Choosing): SlotChoice {
  const { serviceId, postcode, bookingId } = wanted;
  const client = useQueryClient();
  const online = useOnline();
  const mode = useMode(serviceId, isOpen, isWish);
  const chooses = mode === 'choose';
  const from = dayOf(new Date().toISOString(), useZone());
  const times = useQuery({ ...freeTimesQuery(wanted, { from, samePerson }), enabled: chooses && online });
  const current = useKeptTime();
  const kept = chooses && isFor(current, wanted, value) ? current : null;
  const [lost, setLost] = useState<LostTime | null>(null);
  const [asking, setAsking] = useState('');
  const key = [value, postcode, bookingId, serviceId].join(' ');
  const [failure, setFailure] = useState<{ key: string; online: boolean; text: string } | null>(null);
  // Another choice, or the network that is back, is tried anew.
  const problem = failure?.key === key && failure.online === online ? failure.text : null;
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);

  const lose = (time: LostTime) => {
    // Something else may have been chosen since.
    if (newest.current === time.start) {
      setLost(time);
      onChange({ scheduledDate: '' });
    }
    void client.invalidateQueries({ queryKey: freeTimesOf(serviceId) });
  };
  const keep = async (start: string): Promise<KeptTime> => {
    setAsking(key);
    setFailure(null);
    try {
      const time = await keepTime(wanted, start, windowOf(times.data, start));
      setLost(null);
      return time;
    } catch (error) {
      if (hasCode(error, 'slot_taken') || hasCode(error, 'invalid_input')) lose({ start, why: 'taken' });
      else setFailure({ key, online, text: failureText(error) });
      throw error;
    } finally {
      setAsking((now) => (now === key ? '' : now));
    }
  };

  const keepChosen = useEffectEvent((chosen: string) => {
    if (chosen === key) keep(value).catch(() => {});
  });
  const isKept = kept !== null;
  const isFree = !isKept && !isSending && asking !== key && problem === null;
  const isDue = chooses && online && value !== '' && isFree;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(keepChosen, settledMs, key);
    return () => clearTimeout(timer);
  }, [isDue, key]);
  useLapse(kept, (time) => lose({ start: time.start, why: 'lapsed' }));
  useEffect(() => {
    if (!isOpen) return;
    const form = { serviceId, bookingId };
    takeBack(form);
    return () => letGo(form);
  }, [isOpen, serviceId, bookingId]);

  return {
    mode,
    times: times.data,
    failed: times.isError,
    retry: () => void times.refetch(),
    ...{ online, kept, lost, problem, windowMinutes: windowOf(times.data, value) },
    isOther: samePerson && kept !== null && !times.isPlaceholderData && isUnmarked(times.data, value),
    wish: (wishes) => {
      setLost(null);
      if (wishes) letGo(wanted);
      onChange({ isWish: wishes, scheduledDate: '' });
    },
    holdId: async () => (chooses ? (kept ?? (await keep(value))).id : undefined),
    lose: () => {
      forgetKept();
      lose({ start: value, why: 'taken' });
    },
  };
}

const windowOf = (times: readonly Slot[] | undefined, start: string): number | undefined => {
  const time = times?.find((one) => one.start === start);
  return time && windowMinutesOf(time);
};

/** Whether the person who came last is not free at a time that was read with their marks. */
const isUnmarked = (times: readonly Slot[] | undefined, start: string): boolean =>
  times?.some((time) => time.start === start && !time.samePerson) ?? false;

/** Whether times are chosen or wished for; a firm without slots asks for nothing more than its public facts. */
function useMode(serviceId: string, isOpen: boolean, isWish: boolean): SlotChoice['mode'] {
  const business = useQuery({ ...businessQuery(), enabled: isOpen });
  const hasSlots = business.data?.slots === 'on';
  const service = useQuery({ ...serviceSlotsQuery(serviceId), enabled: isOpen && hasSlots });
  if (!isOpen) return 'wished';
  const first = business.data ? service : business;
  if (business.data && !hasSlots) return 'wished';
  // What cannot be read now is left out: the form is then as it is without slots.
  if (!service.data) return first.fetchStatus === 'fetching' ? 'unknown' : 'wished';
  if (!service.data.isOffered) return 'wished';
  return isWish ? 'wish' : 'choose';
}

/** Says when a kept time lapses, also while the page was in the background. */
function useLapse(kept: KeptTime | null, onLapse: (kept: KeptTime) => void): void {
  const lapse = useEffectEvent((time: KeptTime) => {
    forgetKept();
    onLapse(time);
  });
  useEffect(() => {
    if (!kept) return;
    const look = () => {
      if (Date.now() >= kept.until) lapse(kept);
    };
    const timer = setTimeout(look, kept.until - Date.now() + 1);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [kept]);
}

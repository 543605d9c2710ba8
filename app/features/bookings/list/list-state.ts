import { create } from 'zustand';
import type { BookingTab } from '../filters.ts';

/** Which tab of the list is open: the same on the phone's page and beside a booking, through turning the tablet. */
const useListState = create<{ tab: BookingTab }>(() => ({ tab: 'all' }));

export const useTab = (): BookingTab => useListState((s) => s.tab);
export const openTab = (tab: BookingTab): void => useListState.setState({ tab });

/** Whether somebody has answered what is asked after a booking: nothing more is asked while the app is open. */
const useAnswered = create(() => ({ answered: false }));

export const useAsked = (): boolean => useAnswered((s) => s.answered);
export const endAsking = (): void => useAnswered.setState({ answered: true });

import { create } from 'zustand';
import type { BookingTab } from '../filters.ts';

/** The open tab of the list: the same on the phone's page and beside a booking, also after the tablet was turned. */
const useListState = create<{ tab: BookingTab }>(() => ({ tab: 'all' }));

export const useTab = (): BookingTab => useListState((s) => s.tab);
export const openTab = (tab: BookingTab): void => useListState.setState({ tab });

/** Whether the person has answered a question after a booking; no other is asked while the app is open. */
const useAnswered = create(() => ({ answered: false }));

export const useAsked = (): boolean => useAnswered((s) => s.answered);
export const endAsking = (): void => useAnswered.setState({ answered: true });

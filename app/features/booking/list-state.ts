import { create } from 'zustand';
import type { BookingTab } from './filters.ts';

/** Which tab of the list is open: the same on the phone's page and beside a booking, through turning the tablet. */
const useListState = create<{ tab: BookingTab }>(() => ({ tab: 'all' }));

export const useTab = (): BookingTab => useListState((s) => s.tab);
export const openTab = (tab: BookingTab): void => useListState.setState({ tab });

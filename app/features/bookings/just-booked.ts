import { create } from 'zustand';

/** The booking that was just made, until its page or the list that shows it open is left. In memory alone. */
const useNewest = create<{ id: string | null }>(() => ({ id: null }));

export const keepJustBooked = (id: string): void => useNewest.setState({ id });
export const forgetJustBooked = (): void => useNewest.setState({ id: null });
export const useJustBooked = (): string | null => useNewest(({ id }) => id);

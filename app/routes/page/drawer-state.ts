import { create } from 'zustand';

/**
 * Whether the drawer is open, and whether it ever was (its code is loaded then). Pages open it, the shell shows it.
 */
export const useDrawer = create(() => ({ open: false, wasOpened: false }));
export const openDrawer = (): void => useDrawer.setState({ open: true, wasOpened: true });
export const closeDrawer = (): void => useDrawer.setState({ open: false });

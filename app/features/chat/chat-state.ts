import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Answer } from '../../../api/contract/calls/calls.ts';
import { keyOf } from '../../lib/api.ts';

/**
 * Whether the live chat is open, and whether it ever was (its code is loaded then). Pages open it, the shell shows
 * it.
 */
export const useChatDialog = create(() => ({ open: false, wasOpened: false }));
export const openChat = (): void => useChatDialog.setState({ open: true, wasOpened: true });
export const closeChat = (): void => useChatDialog.setState({ open: false });

/** The person's own conversation: its unread messages, and whether the team is present. */
export const chatQuery = () => queryOptions<Answer<'readChat'>>({ queryKey: keyOf('readChat') });

/** The number of unseen messages from the team, as far as known; the display itself sends no request. */
export const useUnreadChat = (): number => useQuery({ ...chatQuery(), enabled: false }).data?.unread ?? 0;

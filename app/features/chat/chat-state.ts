import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Answer } from '../../../api/contract/calls.ts';
import { keyOf } from '../../lib/api.ts';

/** Whether the live chat is open, and was ever (its code comes then); pages open it, the shell shows it. */
export const useChatDialog = create(() => ({ open: false, wasOpened: false }));
export const openChat = (): void => useChatDialog.setState({ open: true, wasOpened: true });
export const closeChat = (): void => useChatDialog.setState({ open: false });

/** My own conversation: what is unread, and whether the team is there. */
export const chatQuery = () => queryOptions<Answer<'readChat'>>({ queryKey: keyOf('readChat') });

/** How many messages of the team's were not seen, as far as it is known: whoever shows it asks for nothing. */
export const useUnreadChat = (): number => useQuery({ ...chatQuery(), enabled: false }).data?.unread ?? 0;

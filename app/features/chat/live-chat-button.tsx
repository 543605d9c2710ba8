import { useQuery } from '@tanstack/react-query';
import { chatbubbleEllipsesOutline } from 'ionicons/icons';
import { Button } from '../../ui/button.tsx';
import { UnreadMark } from '../../ui/unread-mark.tsx';
import { chatQuery, openChat } from './chat-state.ts';

/** Opens the live chat, and shows its number of unread messages. */
export function LiveChatButton({ shown, words = 'Live Chat' }: { shown: boolean; words?: string }) {
  const { data } = useQuery({ ...chatQuery(), enabled: shown });
  return (
    <Button kind="quiet" size="small" icon={chatbubbleEllipsesOutline} onClick={openChat}>
      <span>{words}</span> <UnreadMark count={data?.unread ?? 0} />
    </Button>
  );
}

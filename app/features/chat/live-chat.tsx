import './chat.css';
import { useQuery } from '@tanstack/react-query';
import { callOutline, closeOutline } from 'ionicons/icons';
import { useEffect, useId, useRef } from 'react';
import type { User } from '../../../api/contract/schemas/people.ts';
import type { Talk } from '../../lib/cache/chat-messages.ts';
import { socket } from '../../lib/live/live.ts';
import { useConfig } from '../../lib/session.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { toast } from '../../ui/toasts/toast.tsx';
import { useBackground } from './background.ts';
import { ChatComposer } from './chat-composer.tsx';
import { chatQuery, closeChat, useChatDialog } from './chat-state.ts';
import { ConnectionTold } from './connection-told.ts';
import { useInFront } from './in-front.ts';
import { Messages } from './messages.tsx';
import { useInRoom, useRoom } from './room.ts';
import { notConnected, useLost } from './use-lost.ts';
import { useSocketState } from './use-socket-state.ts';

/** The live chat with support, 600 px high, the whole screen on a phone (spec §2). */
export default function LiveChat({ user }: { user: User }) {
  const { open } = useChatDialog();
  const id = useId();
  return (
    <Dialog className="sheet chat-dialog" open={open} onClose={closeChat} labelledBy={id} handle>
      <Inside user={user} titleId={id} />
    </Dialog>
  );
}

/** The content of the dialog, present while the dialog is open. */
function Inside({ user, titleId }: { user: User; titleId: string }) {
  const { open } = useChatDialog();
  const config = useConfig();
  const { data } = useQuery({ ...chatQuery(), enabled: open });
  const talk: Talk = { id: user.id, isSupport: false };
  useInRoom(talk, open);
  const { joined, presence } = useRoom(user.id);
  useConnectionToasts(user, open, joined);
  const lost = useLost(joined);
  const here = presence?.supportOnline ?? data?.supportOnline;
  return (
    <>
      <header className="sheet-head chat-head">
        <div className="grow">
          <h2 id={titleId}>Live Support Chat</h2>
          <p className="chat-standing muted" role="status">
            {joined ? (
              <>
                <span className="badge completed chat-online">Online</span>
                <span>
                  {here === undefined ? '' : here ? 'The team is here' : 'Nobody is here right now'}
                </span>
              </>
            ) : lost ? (
              notConnected
            ) : (
              'Connecting…'
            )}
          </p>
        </div>
        {config && (
          <a
            className="icon-button"
            href={`tel:${config.supportTel}`}
            aria-label={`Call ${config.supportPhone}`}
          >
            <Icon src={callOutline} />
          </a>
        )}
        <button type="button" className="icon-button" aria-label="Close" onClick={closeChat}>
          <Icon src={closeOutline} />
        </button>
      </header>
      <Messages
        talk={talk}
        shown={open}
        typing={() => (
          <>
            <span>Support Team</span>
            <span className="visually-hidden"> is typing</span>
          </>
        )}
        empty={
          <EmptyState
            drawing="letter"
            title="How can we help?"
            text={`Write to the team about anything. ${here === false ? 'Once somebody is back you are answered here, and told of it as you chose.' : 'The answer comes here, and waits for you.'}`}
          />
        }
      />
      <ChatComposer talk={talk} userId={user.id} label="Message to support" takeFocus />
      <p className="chat-urgent muted">
        <span>{'For urgent matters, call '}</span>
        {config && <a href={`tel:${config.supportTel}`}>{config.supportPhone}</a>}
      </p>
    </>
  );
}

/** Reports when the chat is connected, and when it is not (spec §8). */
function useConnectionToasts(user: User, open: boolean, joined: boolean): void {
  const state = useSocketState();
  const inFront = useInFront();
  const teller = useRef<ConnectionTold | null>(null);
  useBackground(user);
  useEffect(() => {
    if (!open) return;
    const opening = new ConnectionTold((what) => {
      // Without a speaker the person is signed out, which is reported elsewhere.
      return what === 'connected' || socket.speaker ? toast(connectionToasts[what]) : null;
    });
    teller.current = opening;
    socket.wake();
    return () => {
      teller.current = null;
      opening.end();
    };
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the socket's own state is newer than the rendered one
  useEffect(() => {
    if (open) teller.current?.see({ state: socket.state, joined, inFront });
  }, [open, joined, inFront, state]);
}

const connectionToasts = {
  connected: { title: 'Live Chat Connected', description: "You're now connected to our support team" },
  failed: {
    title: 'Connection Error',
    description: 'Unable to connect to chat. Please try again.',
    style: 'destructive',
  },
} as const;

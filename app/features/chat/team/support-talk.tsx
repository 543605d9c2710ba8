import './inbox.css';
import { useQuery } from '@tanstack/react-query';
import { chatboxEllipsesOutline, personCircleOutline } from 'ionicons/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { beginningOf } from '../../../../api/contract/rules/text/beginning-of.ts';
import type { Conversation } from '../../../../api/contract/schemas/chat.ts';
import type { User } from '../../../../api/contract/schemas/people.ts';
import { historyQuery, type Talk } from '../../../lib/cache/chat-messages.ts';
import { oneText } from '../../../lib/one-text.ts';
import { readChatDraft } from '../../../pwa/storage/drafts.ts';
import { useQueuedChat } from '../../../pwa/unsent/outbox.ts';
import { PlanBadge } from '../../../shared/plan-badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useBackground } from '../background.ts';
import { ChatComposer, type ComposerHandle } from '../chat-composer.tsx';
import { conversationQuery } from '../inbox-queries.ts';
import { Messages } from '../messages.tsx';
import { type Room, useInInbox, useInRoom, useRoom } from '../room.ts';
import type { Typist } from '../typing.ts';
import { notConnected, useLost } from '../use-lost.ts';
import { othersAnswers } from './answers.ts';
import { CannedReplies } from './canned-replies.tsx';
import { useChangeConversation } from './change-conversation.ts';
import { formatWaiting, useMinute } from './waiting.ts';

interface SupportTalkProps {
  /** The customer's id. */
  id: string;
  user: User;
  shown: boolean;
  /** The facts about the customer. */
  facts: ReactNode;
  /** Whether there is room for the facts beside the conversation. */
  roomy: boolean;
}

/**
 * One conversation for the team: who is present, who has taken it over, the messages, and the box for the answer.
 */
export function SupportTalk({ id, user, shown, facts, roomy }: SupportTalkProps) {
  const { data: conversation, error, refetch } = useQuery({ ...conversationQuery(id), enabled: shown });
  const [aboutOpen, setAboutOpen] = useState(false);
  const factsTitle = useId();
  const talk: Talk = { id, isSupport: true };
  useBackground(user);
  useInInbox(shown);
  useInRoom(talk, shown);
  const unsent = useQueuedChat(talk);
  if (!conversation)
    return error ? (
      <div className="talk-main">
        <ErrorState error={error} onRetry={() => void refetch()} />
        {/* The team's data about customers is on no device, but what waits here is. */}
        {unsent.length > 0 && <Messages talk={talk} shown={shown} typing={whoTypes} empty={null} />}
      </div>
    ) : (
      <Skeleton cards={1} height="20rem" label="Reading the conversation" />
    );
  return (
    <div className="talk">
      <div className="talk-main">
        <Head
          conversation={conversation}
          user={user}
          shown={shown}
          about={
            !roomy && (
              <Button kind="quiet" size="small" icon={personCircleOutline} onClick={() => setAboutOpen(true)}>
                Customer
              </Button>
            )
          }
        />
        <Messages
          talk={talk}
          shown={shown}
          typing={whoTypes}
          empty={
            <EmptyState
              drawing="letter"
              title="Nothing was written yet"
              text={oneText`What you write reaches ${conversation.customer.name} in the live chat.`}
            />
          }
        />
        <Answer talk={talk} user={user} known={conversation.lastMessage?.id ?? null} />
      </div>
      {roomy ? (
        <aside className="talk-facts" aria-labelledby={factsTitle}>
          <h2 id={factsTitle} className="visually-hidden">
            Customer
          </h2>
          {facts}
        </aside>
      ) : (
        <Sheet open={aboutOpen} title={conversation.customer.name} onClose={() => setAboutOpen(false)}>
          {facts}
        </Sheet>
      )}
    </div>
  );
}

const whoTypes = (typists: readonly Typist[]) =>
  typists.map(({ name }) => oneText`${name} is typing…`).join(' ');

/** The people present, the customer's waiting time, and the member who has taken the conversation over. */
function Head({
  conversation,
  user,
  shown,
  about,
}: {
  conversation: Conversation;
  user: User;
  shown: boolean;
  about: ReactNode;
}) {
  const { id, customer, assignee, status, waitingSince } = conversation;
  const { joined, presence } = useRoom(id);
  const lost = useLost(joined);
  const now = useMinute(shown);
  const change = useChangeConversation(id);
  const mine = assignee?.id === user.id;
  const closed = status === 'closed';
  return (
    <div className="talk-head">
      <div className="grow talk-standing">
        <PlanBadge tier={customer.tier} />
        {/* Outside of the live region that a screen reader announces, because it changes every minute. */}
        {waitingSince && (
          <span className="badge pending">{oneText`Waiting ${formatWaiting(waitingSince, now)}`}</span>
        )}
        <div className="talk-standing" role="status">
          {lost && <span className="muted">{notConnected}</span>}
          {presence?.customerOnline && <span className="badge completed chat-online">Here now</span>}
          {closed && <span className="badge">Closed</span>}
          {assignee && (
            <span className="muted">{mine ? 'Yours' : oneText`${assignee.name} looks after it`}</span>
          )}
          <AlsoHere presence={presence} />
        </div>
      </div>
      <div className="talk-buttons">
        {about}
        <Button
          kind="quiet"
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ assignee: mine ? 'nobody' : 'me' })}
        >
          {mine ? 'Let go' : 'Assign to me'}
        </Button>
        <Button
          kind={closed ? 'quiet' : 'plain'}
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ status: closed ? 'open' : 'closed' })}
        >
          {closed ? 'Reopen' : 'Close'}
        </Button>
      </div>
    </div>
  );
}

function AlsoHere({ presence }: Pick<Room, 'presence'>) {
  const names = presence?.team.map(({ name }) => name) ?? [];
  if (!names.length) return null;
  return (
    <span className="muted">
      {oneText`${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} also here`}
    </span>
  );
}

/**
 * The box for the answer. A writer is warned before sending if another member has answered meanwhile.
 * @param known the last message in the inbox, known before the messages are read
 */
function Answer({ talk, user, known }: { talk: Talk; user: User; known: string | null }) {
  const { data: history } = useQuery({ ...historyQuery(talk), enabled: false });
  // Messages that arrive while the messages are being read count as unseen.
  const [knownFirst] = useState(known);
  const composer = useRef<ComposerHandle>(null);
  const [picking, setPicking] = useState(false);
  const [writing, setWriting] = useState(() => readChatDraft(user.id, talk.id) !== '');
  /** The place of the last message when writing began; `null` until the messages are read. */
  const since = useRef<number | null>(null);
  const newest = history?.messages.at(-1);
  const last = history ? (newest?.seq ?? 0) : null;
  // Text in the box before the messages are read counts as begun when they are read.
  useEffect(() => {
    since.current ??= last;
  }, [last]);
  const passed = othersAnswers(history?.messages ?? [], since.current).at(-1);

  const onWriting = (ended: boolean) => {
    since.current = last;
    setWriting(!ended);
  };
  const maySend = async () =>
    passed === undefined ||
    (await confirmFirst({
      title: oneText`${passed.sender} answered a moment ago. Send all the same?`,
      text: oneText`“${beginningOf(passed.content, 200)}”`,
      yes: 'Send',
      no: 'Keep writing',
    }));
  return (
    <>
      {passed && writing && (
        <p className="notice warning talk-note" role="status">
          {oneText`${passed.sender} answered a moment ago.`}
        </p>
      )}
      <ChatComposer
        ref={composer}
        talk={talk}
        userId={user.id}
        label="Answer"
        lastSeenId={history ? (newest?.id ?? null) : knownFirst}
        maySend={maySend}
        onWriting={onWriting}
        tools={
          <button
            type="button"
            className="icon-button"
            aria-label="Canned replies"
            aria-haspopup="dialog"
            onClick={() => setPicking(true)}
          >
            <Icon src={chatboxEllipsesOutline} size={24} />
          </button>
        }
      />
      <CannedReplies
        open={picking}
        onClose={() => setPicking(false)}
        onPick={(text) => {
          setPicking(false);
          composer.current?.insert(text);
        }}
      />
    </>
  );
}

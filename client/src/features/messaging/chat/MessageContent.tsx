import { Fragment, type ReactNode } from 'react';
import type { EntryOf, MessageKind } from '@marketplace/shared/messaging/timeline';
import { entryLook } from '../../deals/timeline/entry-look.ts';
import { MeetupCard } from '../../deals/timeline/MeetupCard.tsx';
import { OfferCard } from '../../deals/timeline/OfferCard.tsx';
import { ReviewCard } from '../../deals/timeline/ReviewCard.tsx';
import { StepLine } from '../../deals/timeline/StepLine.tsx';
import { ChatPhotos } from './ChatPhotos.tsx';
import { linkify } from './message-text.ts';
import type { ChatMessage } from './use-history.ts';

interface Look {
  /** 'you' or a name. */
  from: string;
  /** False if web addresses stay plain text. */
  hasLinks: boolean;
}

type MessageOf<Kind extends MessageKind> = ChatMessage & EntryOf<Kind>;

const asText = ({ content }: ChatMessage, { hasLinks }: Look) =>
  hasLinks ? <MessageText content={content} /> : content;
const asLine = (message: ChatMessage) => <StepLine message={message} />;

/** Renders the content of each kind of message. `entryLook` decides what surrounds it. */
const entries: { [Kind in MessageKind]: (message: MessageOf<Kind>, look: Look) => ReactNode } = {
  text: asText,
  photo: (message, { from }) => <ChatPhotos message={message} from={from} />,
  offer: (message) =>
    entryLook(message) === 'card' ? <OfferCard message={message} /> : asLine(message),
  reservation: asLine,
  meetup(message, look) {
    const drawnAs = entryLook(message);
    if (drawnAs === 'bubble') return asText(message, look);
    return drawnAs === 'card' ? <MeetupCard message={message} /> : asLine(message);
  },
  handover: asLine,
  line: asLine,
  system: (message) =>
    entryLook(message) === 'prompt' ? <ReviewCard message={message} /> : asLine(message),
};

interface Props {
  message: ChatMessage;
  /** 'You' or a name. */
  from: string;
  hasLinks: boolean;
}

/** Renders the content of a message, without its bubble. */
export function MessageContent({ message, from, hasLinks }: Props) {
  const draw = entries[message.kind] as (message: ChatMessage, look: Look) => ReactNode;
  return draw(message, { from: from === 'You' ? 'you' : from, hasLinks });
}

/** Renders text with its web addresses as links. */
function MessageText({ content }: { content: string }) {
  let offset = 0;
  return linkify(content).map(({ text, href, host }) => {
    const key = offset;
    offset += text.length;
    if (!href) return text;
    return (
      <Fragment key={key}>
        <a href={href} target="_blank" rel="noopener nofollow ugc">
          {text}
        </a>
        {host && <small> ({host})</small>}
      </Fragment>
    );
  });
}

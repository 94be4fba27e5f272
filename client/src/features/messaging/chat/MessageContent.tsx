import type { ReactNode } from 'react';
import type { EntryOf, MessageKind } from '@marketplace/shared/messaging/timeline';
import { entryLook } from '../../deals/timeline/entry-look.ts';
import { MeetupCard } from '../../deals/timeline/MeetupCard.tsx';
import { OfferCard } from '../../deals/timeline/OfferCard.tsx';
import { ReviewCard } from '../../deals/timeline/ReviewCard.tsx';
import { StepLine } from '../../deals/timeline/StepLine.tsx';
import { ChatPhotos } from './ChatPhotos.tsx';
import { linkify } from './message-text.ts';
import type { ChatMessage } from './use-history.ts';

type MessageOf<Kind extends MessageKind> = ChatMessage & EntryOf<Kind>;

const asText = ({ content }: ChatMessage) => <MessageText content={content} />;
const asLine = (message: ChatMessage) => <StepLine message={message} />;

/** Renders the content of each kind of message. `entryLook` decides what surrounds it. */
const entries: { [Kind in MessageKind]: (message: MessageOf<Kind>, from: string) => ReactNode } = {
  text: asText,
  photo: (message, from) => <ChatPhotos message={message} from={from} />,
  offer: (message) =>
    entryLook(message) === 'card' ? <OfferCard message={message} /> : asLine(message),
  reservation: asLine,
  meetup(message) {
    const look = entryLook(message);
    if (look === 'bubble') return asText(message);
    return look === 'card' ? <MeetupCard message={message} /> : asLine(message);
  },
  handover: asLine,
  line: asLine,
  system: (message) =>
    entryLook(message) === 'prompt' ? <ReviewCard message={message} /> : asLine(message),
};

/** Renders the content of a message, without its bubble. `from` is 'You' or a name. */
export function MessageContent({ message, from }: { message: ChatMessage; from: string }) {
  const draw = entries[message.kind] as (message: ChatMessage, from: string) => ReactNode;
  return draw(message, from === 'You' ? 'you' : from);
}

/** Renders text with its web addresses as links. */
function MessageText({ content }: { content: string }) {
  let offset = 0;
  return linkify(content).map(({ text, href }) => {
    const key = offset;
    offset += text.length;
    if (!href) return text;
    return (
      <a key={key} href={href} target="_blank" rel="noopener nofollow ugc">
        {text}
      </a>
    );
  });
}

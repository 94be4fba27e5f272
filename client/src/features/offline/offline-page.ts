import { isolated } from '@marketplace/shared/direction';
import { initials } from '@marketplace/shared/users/names';
import { clockText, dayText, fullTimeText, listTimeText } from '../../ui/time/time-text.ts';
import classes from '../messaging/chat/MessageGroup.module.css';
import { createOutboxStore } from '../messaging/live/outbox-store.ts';
import {
  type ConversationCopy,
  deleteCopies,
  type MessageCopy,
  readCopies,
} from './offline-copies.ts';

/** How often to check if the server is reachable, in ms. */
const checkEveryMs = 5_000;
const now = Date.now();

/** A message. `note` says why it is not sent. */
type Line = Omit<MessageCopy, 'seq'> & { note?: string };

/** Creates an element with texts and elements as children. Leaves out null. */
function element(name: string, className = '', ...children: (Node | string | null)[]) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children.filter((child) => child !== null));
  return made;
}

function timeElement(at: string, text: string): HTMLElement {
  const time = element('time', '', text) as HTMLTimeElement;
  time.dateTime = at;
  time.title = fullTimeText(at);
  return time;
}

function rowOf({ id, name, title, lastMessageAt }: ConversationCopy, lines: Line[]): HTMLElement {
  const avatar = element('span', 'avatar', initials(name));
  avatar.ariaHidden = 'true';
  const last = lines.at(-1);
  const preview = last ? `${last.mine ? 'You: ' : ''}${isolated(last.content)}` : 'No messages yet';
  const at = last?.createdAt ?? lastMessageAt;
  const text = element(
    'span',
    'text',
    element('b', '', isolated(name)),
    timeElement(at, listTimeText(at, now)),
    element('span', '', isolated(title)),
    element('span', 'preview', preview),
  );
  const details = element('details', '') as HTMLDetailsElement;
  details.append(element('summary', '', avatar, text), element('ol', '', ...lines.map(lineOf)));
  // Opens the conversation that the address names: /messages?c={id}.
  details.open = new URLSearchParams(location.search).get('c') === id;
  return element('li', '', details);
}

function lineOf({ mine, content, createdAt, note }: Line): HTMLElement {
  const when = `${dayText(createdAt, now)}, ${clockText(createdAt)}`;
  const author = mine ? element('span', 'hidden', 'You: ') : null;
  const item = element(
    'div',
    classes.item,
    element('p', classes.bubble, author, element('bdi', '', content)),
    element('span', classes.state, timeElement(createdAt, when), note ? ` · ${note}` : null),
  );
  const line = element('li', classes.group, item);
  line.toggleAttribute('data-mine', mine);
  return line;
}

async function showCopies(): Promise<void> {
  // The color scheme that the user chose in the product. See app/theme.ts.
  const scheme = localStorage.getItem('mantine-color-scheme-value');
  document.documentElement.dataset.scheme = scheme ?? 'auto';
  const copies = await readCopies();
  if (!copies) return;
  // A session lasts 30 days.
  if (now - Date.parse(copies.keptAt) > 30 * 24 * 60 * 60_000) return deleteCopies();
  const outbox = createOutboxStore(copies.userId).read();
  const rows = copies.conversations.map((conversation) => {
    const written = outbox
      .filter((item) => item.conversationId === conversation.id)
      .map((item) => ({ ...item, mine: true, note: item.error ?? 'Waiting for connection…' }));
    return rowOf(conversation, [...conversation.messages, ...written]);
  });
  if (rows.length === 0) return;
  byId('kept').textContent = `As of ${fullTimeText(copies.keptAt)}. Saved on this device.`;
  const section = byId('conversations');
  section.querySelector('ul')?.append(...rows);
  section.hidden = false;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** Reloads once the server answers. A device reports that it is online before it really is. */
async function openWhenBack(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  const options: RequestInit = { cache: 'no-store', signal: AbortSignal.timeout(checkEveryMs) };
  const answer = await fetch('/healthz', options).catch(() => null);
  if (answer?.ok) location.reload();
}

byId('again').addEventListener('click', () => location.reload());
window.addEventListener('online', openWhenBack);
document.addEventListener('visibilitychange', openWhenBack);
setInterval(openWhenBack, checkEveryMs);
// If storage is forbidden, there is nothing to show.
showCopies().catch(() => undefined);

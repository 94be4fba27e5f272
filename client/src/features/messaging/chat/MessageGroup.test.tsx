// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/render.tsx';
import { MessageGroup } from './MessageGroup.tsx';
import type { ChatMessage } from './use-history.ts';

type Props = ComponentProps<typeof MessageGroup>;
type Outbox = Props['outbox'];

function show(
  message: Partial<ChatMessage>,
  { isMine = true, state = '', otherLinksAllowed = true } = {},
) {
  const actions = {
    retry: vi.fn<Outbox['retry']>(),
    discard: vi.fn<Outbox['discard']>(),
  };
  const onReport = vi.fn<Props['onReport']>();
  const shown: ChatMessage = {
    key: 'me client-1',
    clientId: 'client-1',
    senderId: 'me',
    content: 'Hello',
    createdAt: '2026-11-20T12:00:00.000Z',
    seq: null,
    kind: 'text',
    data: null,
    ...(message as object),
  };
  const group: Props['group'] = { heading: null, senderId: 'me', messages: [shown] };
  const rendered = renderComponent(
    <MessageGroup
      conversation={{ id: 'chat', otherLinksAllowed }}
      group={group}
      isMine={isMine}
      name="Ada"
      states={new Map(state ? [[shown.key, state]] : [])}
      outbox={actions}
      onReport={onReport}
    />,
  );
  return { ...rendered, ...actions, onReport, shown };
}

test('a refused message shows the reason and can be retried or discarded', async () => {
  const { user, retry, discard } = show({ error: 'This person has blocked you.' });
  expect(screen.getByRole('alert').textContent).toContain('This person has blocked you.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retry.mock.calls).toEqual([['client-1']]);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(discard.mock.calls).toEqual([['client-1']]);
});

test('a message that is being sent shows its state and has no buttons', () => {
  show({}, { state: 'Sending…' });
  expect(screen.getByText('Sending…')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a message of the other person can be reported', async () => {
  const { user, onReport, shown } = show({ seq: 3, id: 'm3' }, { isMine: false });
  await user.click(screen.getByRole('button', { name: 'Report message' }));
  expect(onReport.mock.calls).toEqual([[shown]]);
});

test('web addresses become links with rel "noopener nofollow ugc"', () => {
  show({ content: 'See https://example.com/a?b=1.' });
  const link = screen.getByRole('link', { name: 'https://example.com/a?b=1' });
  expect(link.getAttribute('rel')).toBe('noopener nofollow ugc');
});

test("web addresses of a new account stay text, but one's own are links", () => {
  const content = 'See https://example.com/a.';
  show({ content }, { isMine: false, otherLinksAllowed: false });
  expect(screen.queryByRole('link')).toBeNull();
  show({ content }, { otherLinksAllowed: false });
  expect(screen.getByRole('link')).toBeDefined();
});

test('a refused text can be edited instead of retried', async () => {
  const { user, discard } = show({ error: 'Leave out the code.', isInvalid: true });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(sessionStorage.getItem('message-draft:chat')).toBe('Hello');
  expect(discard.mock.calls).toEqual([['client-1']]);
});

test('a message with a warning says what to beware of, and can be reported', async () => {
  const message = { seq: 3, id: 'm3', warning: 'codes' } as const;
  const { user, onReport, shown } = show(message, { isMine: false });
  expect(screen.getByRole('note').textContent).toContain('Never share a verification code.');
  await user.click(screen.getByRole('button', { name: 'Report' }));
  expect(onReport.mock.calls).toEqual([[shown]]);
});

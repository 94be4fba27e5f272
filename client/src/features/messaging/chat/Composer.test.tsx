// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { renderComponent } from '../../../test/render.tsx';
import { Composer } from './Composer.tsx';

beforeEach(() => sessionStorage.clear());

function openComposer() {
  const onSend = vi.fn<(content: string) => void>();
  const composer = <Composer conversationId="c1" name="Ada" onSend={onSend} />;
  const rendered = renderComponent(composer);
  return { ...rendered, onSend, field: screen.getByRole('textbox', { name: 'Message Ada' }) };
}

const sendButton = () => screen.getByRole('button', { name: 'Send' });

test('Enter sends the trimmed text and clears the field', async () => {
  const { user, onSend, field } = openComposer();
  await user.type(field, '  Is it still there? {Enter}');
  expect(onSend.mock.calls).toEqual([['Is it still there?']]);
  expect(field).toHaveProperty('value', '');
});

test('Shift+Enter starts a new line', async () => {
  const { user, onSend, field } = openComposer();
  await user.type(field, 'Hello{Shift>}{Enter}{/Shift}there');
  expect(onSend).not.toHaveBeenCalled();
  expect(field).toHaveProperty('value', 'Hello\nthere');
});

test('an Enter that ends an IME composition sends nothing, in Safari too', async () => {
  const { user, onSend, field } = openComposer();
  await user.type(field, 'にほ');
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  expect(onSend.mock.calls).toEqual([['にほ']]);
});

test('whitespace alone cannot be sent', async () => {
  const { user, onSend, field } = openComposer();
  expect(sendButton()).toHaveProperty('disabled', true);
  await user.type(field, '   {Enter}');
  expect(sendButton()).toHaveProperty('disabled', true);
  expect(onSend).not.toHaveBeenCalled();
});

test('shows the characters left near the limit, and sends nothing beyond it', () => {
  const { onSend, field } = openComposer();
  const write = (length: number) => {
    fireEvent.change(field, { target: { value: 'x'.repeat(length) } });
    return screen.queryByText(/left$|too many$/, { ignore: 'output' })?.textContent;
  };
  const spoken = () => screen.getByRole('status').textContent;
  expect(write(messageMaxLength - 401)).toBeUndefined();
  expect(spoken()).toBe('');
  write(messageMaxLength - 290);
  expect(spoken()).toBe('Under 300 characters left');
  expect(write(messageMaxLength)).toBe('0 left');
  expect(sendButton()).toHaveProperty('disabled', false);
  expect(write(messageMaxLength + 2)).toBe('2 too many');
  expect(spoken()).toBe('Your message is too long');
  expect(sendButton()).toHaveProperty('disabled', true);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
});

test('restores the draft when the conversation is opened again', async () => {
  const { user, field, unmount } = openComposer();
  await user.type(field, 'Would you take');
  unmount();
  expect(openComposer().field).toHaveProperty('value', 'Would you take');
});

test('sends one typing sign, and another one after a message', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { user, field, calls } = openComposer();
  await user.type(field, 'Hello');
  expect(calls).toEqual([{ path: 'messaging.setTyping', input: { conversationId: 'c1' } }]);
  await user.type(field, '{Enter}Me again');
  expect(calls).toHaveLength(2);
});

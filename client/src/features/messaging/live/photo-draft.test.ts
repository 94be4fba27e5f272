// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { maxPhotos } from '@marketplace/shared/messaging/constants';
import { UploadError } from '../../uploads/upload-image.ts';
import { PhotoDraft } from './photo-draft.ts';

type Sender = Parameters<PhotoDraft['send']>[0];
type Answer = () => Promise<unknown>;

const photo = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });
const refusal = (httpStatus: number, message: string) =>
  Object.assign(new Error(message), { data: { httpStatus } });

/** Creates a draft whose uploads and sends get these answers in turn, and then succeed. */
function draftWith(uploads: Answer[] = [], sends: Answer[] = []) {
  const sent: { clientId: string; images: string[] }[] = [];
  const next = (answers: Answer[], otherwise: unknown) =>
    (answers.shift() ?? (() => Promise.resolve(otherwise)))();
  const draft = new PhotoDraft('c1', async (file) => {
    return (await next(uploads, `/media/chat/${file.name}`)) as string;
  });
  const mutate = (input: (typeof sent)[number]) => {
    sent.push(input);
    return next(sends, { id: 'm1' });
  };
  const client = { messaging: { sendPhotos: { mutate } } } as unknown as Sender['client'];
  return { draft, sent, send: () => draft.send({ client, me: 'me' }) };
}

test('photos are uploaded as they are chosen, and sent together in their order', async () => {
  const { draft, sent, send } = draftWith();
  expect(draft.add([photo('a'), photo('b')])).toBeNull();
  expect(draft.add([photo('c')])).toBeNull();
  expect(await send()).toEqual({ id: 'm1' });
  expect(sent).toMatchObject([
    {
      conversationId: 'c1',
      senderId: 'me',
      images: ['a', 'b', 'c'].map((n) => `/media/chat/${n}`),
    },
  ]);
  expect(draft.state.get()).toEqual({ photos: [], sending: 'no', error: null });
  draft.add([photo('d')]);
  await send();
  expect(sent[1]?.clientId).not.toBe(sent[0]?.clientId);
});

test('files that are not pictures, or too many, are left out with a reason', () => {
  const { draft } = draftWith();
  expect(draft.add([photo('bill.pdf', 'application/pdf'), photo('a')])).toContain('bill.pdf');
  expect(draft.state.get().photos).toHaveLength(1);
  const others = Array.from({ length: maxPhotos }, (_, at) => photo(String(at)));
  expect(draft.add(others)).toBe('A message can have up to 5 photos.');
  expect(draft.state.get().photos).toHaveLength(maxPhotos);
});

test('a photo that fails to upload shows the reason, prevents sending, and can be retried', async () => {
  const failed = () => Promise.reject(new UploadError('The file is damaged.', 400));
  const { draft, sent, send } = draftWith([failed]);
  draft.add([photo('a.jpg'), photo('b.jpg')]);
  expect(await send()).toBeNull();
  const [first] = draft.state.get().photos;
  expect(first?.error).toBe('a.jpg: The file is damaged.');
  expect(draft.state.get().sending).toBe('no');
  expect(sent).toEqual([]);
  draft.retry(first?.key ?? '');
  expect(await send()).toEqual({ id: 'm1' });
});

test('sends again under the same id once the connection is back if the answer was lost', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const { draft, sent, send } = draftWith([], [lost]);
  draft.add([photo('a')]);
  const result = send();
  await expect.poll(() => draft.state.get().sending).toBe('waiting');
  expect(draft.add([photo('b')])).toContain('being sent');
  window.dispatchEvent(new Event('online'));
  expect(await result).toEqual({ id: 'm1' });
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test('shows a refusal and keeps the photos', async () => {
  const blocked = () => Promise.reject(refusal(403, 'Your message could not be delivered.'));
  const { draft, send } = draftWith([], [blocked]);
  draft.add([photo('a')]);
  expect(await send()).toBeNull();
  expect(draft.state.get()).toMatchObject({
    photos: [{ path: '/media/chat/a' }],
    error: 'Your message could not be delivered.',
  });
  draft.remove(draft.state.get().photos[0]?.key ?? '');
  expect(draft.state.get()).toEqual({ photos: [], sending: 'no', error: null });
});

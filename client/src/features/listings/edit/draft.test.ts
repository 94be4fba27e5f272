import { afterEach, expect, test, vi } from 'vitest';
import { readDraft } from './draft.ts';

afterEach(() => vi.unstubAllGlobals());

const storeDraft = (text: string) => vi.stubGlobal('localStorage', { getItem: () => text });

test('a draft belongs to a visitor or to one account', () => {
  storeDraft('{"owner":"ann","values":{"title":"Desk"}}');
  expect(readDraft('ann')).toEqual({ title: 'Desk' });
  expect(readDraft('bob')).toEqual({});
  storeDraft('{"owner":null,"values":{"title":"Desk"}}');
  expect(readDraft('bob')).toEqual({ title: 'Desk' });
});

test.each(['', 'null', '{"owner":null}', '{"owner":null,"values":null}', '{'])(
  'ignores the malformed draft %j',
  (text) => {
    storeDraft(text);
    expect(readDraft(null)).toEqual({});
  },
);

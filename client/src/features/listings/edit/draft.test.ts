import { afterEach, expect, test, vi } from 'vitest';
import { differences, readDraft, readLink } from './draft.ts';

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

test('the link to the server belongs to the same account as the draft', () => {
  storeDraft('{"owner":"ann","values":{},"link":{"base":null,"clientId":"1"}}');
  expect(readLink('ann')).toEqual({ base: null, clientId: '1' });
  expect(readLink('bob')).toEqual({ base: null, clientId: expect.not.stringMatching(/^1$/) });
});

test('two drafts differ in the fields with other values, of which an absent one has the default', () => {
  const one = { title: 'Desk', images: ['a'], details: [['Color', 'Red']] as [string, string][] };
  expect(differences(one, { ...one, description: '', kind: 'offer' })).toEqual([]);
  expect(differences(one, { title: 'Table', images: ['b'], price: '5' })).toEqual([
    'title',
    'price',
    'details',
    'images',
  ]);
});

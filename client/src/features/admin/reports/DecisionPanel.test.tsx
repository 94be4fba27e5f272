// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { renderComponent } from '../../../test/render.tsx';
import { DecisionPanel, useDecisionDraft } from './DecisionPanel.tsx';
import { caseOf } from './reports.fixtures.ts';
import type { CaseActions } from './use-cases.ts';

const me = { id: 'admin-1', email: 'me@example.com', displayName: 'Me' };
const colleague = { id: 'admin-2', email: 'kim@example.com', displayName: 'Kim' };

function openPanel(change: Partial<CaseView> = {}) {
  const decide = vi.fn<CaseActions['decide']>();
  const idle = () => Promise.resolve(null);
  const actions: CaseActions = {
    last: null,
    isBusy: false,
    claim: idle,
    release: idle,
    undo: () => Promise.resolve(),
    answer: () => Promise.resolve(),
    decide,
  };
  const view = caseOf(change);
  function Panel() {
    const draft = useDecisionDraft(view.id);
    return <DecisionPanel view={view} me={me.id} actions={actions} draft={draft} />;
  }
  return { decide, ...renderComponent(<Panel />) };
}

/** Returns the label of each decision, and why it is disabled. */
const choices = () =>
  within(screen.getByRole('group', { name: 'Decide' }))
    .getAllByRole<HTMLButtonElement>('button')
    .map((button) => [
      button.querySelector('.mantine-Button-label')?.textContent,
      button.disabled ? button.title : null,
    ]);

test('offers the decisions that fit the kind of target', () => {
  const { unmount } = openPanel();
  const names = () => choices().map(([name]) => name);
  expect(names()).toEqual(['Dismiss', 'Flag', 'Delete', 'Warn', 'Deactivate']);
  unmount();
  openPanel({ targetType: 'user' });
  expect(names()).toEqual(['Dismiss', 'Warn', 'Deactivate']);
});

test('offers to release or delete a held review', () => {
  const target = { ...caseOf({}).target, state: 'held' };
  openPanel({ targetType: 'review', target });
  expect(choices().map(([name]) => name)).toEqual(['Release', 'Delete']);
});

test('disables decisions that are no longer possible and says why', () => {
  const target = { ...caseOf({}).target, state: 'deleted', owner: null };
  openPanel({ target });
  expect(choices()).toEqual([
    ['Dismiss', null],
    ['Flag', 'Already deleted'],
    ['Delete', 'Already deleted'],
    ['Warn', 'Account deleted'],
    ['Deactivate', 'Account deleted'],
  ]);
});

test('blocks decisions for half an hour after another admin claimed the case', () => {
  const { unmount } = openPanel({ claimedBy: colleague, claimedAt: new Date().toISOString() });
  expect(screen.getByText(/^Kim is reviewing this\./)).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Decide' })).toBeNull();
  unmount();
  const claimedAt = new Date(Date.now() - 31 * 60_000).toISOString();
  openPanel({ claimedBy: colleague, claimedAt });
  expect(choices()).toHaveLength(5);
});

test('starts with the most common reason, which typing replaces', async () => {
  const { user, decide } = openPanel();
  decide.mockResolvedValue(true);
  await user.click(screen.getByRole('button', { name: /^Flag/ }));
  const form = within(screen.getByRole('form', { name: 'Flag' }));
  expect(form.getByText("We'll take down the listing and send Sam the reason.")).toBeDefined();
  expect(form.getByRole('textbox')).toHaveProperty('value', 'Policy violation');
  await user.keyboard('{Backspace}{Enter}');
  expect(form.getByRole('button', { name: 'Flag' })).toHaveProperty('disabled', true);
  expect(decide).not.toHaveBeenCalled();
  await user.click(form.getByRole('button', { name: 'Spam' }));
  await user.keyboard('. Third time.{Enter}');
  expect(decide.mock.calls).toEqual([
    [{ caseId: 'case-1', decision: 'flag', reason: 'Spam. Third time.' }],
  ]);
  expect(choices()).toHaveLength(5);
});

test('keeps the reason of a refused decision, and goes back on Escape', async () => {
  const { user, decide } = openPanel();
  decide.mockResolvedValue(false);
  await user.click(screen.getByRole('button', { name: /^Warn/ }));
  await user.keyboard('Be kind.{Enter}');
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Be kind.');
  await user.keyboard('{Escape}');
  expect(choices()).toHaveLength(5);
  // A typed reason carries over to another decision; a suggested one does not.
  await user.click(screen.getByRole('button', { name: /^Flag/ }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Be kind.');
  await user.click(screen.getByRole('button', { name: 'Spam' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Dismiss/ }));
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'No rules broken');
});

// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../test/render.tsx';
import { AdminFactorBanner, AdminFactorGate } from './AdminFactorGate.tsx';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

function renderAdmin(needs: 'CONFIRM' | 'ENROLL' | null, adminUntil: string | null) {
  const status = { authenticatorApp: false, recoveryCodes: 0, confirmed: false };
  const answers = {
    'totp.status': { ...status, adminNeeds: needs, adminUntil },
    'passkeys.list': [{ id: '1', name: 'Phone', createdAt: inDays(-1), lastUsedAt: null }],
  };
  renderComponent(
    <AdminFactorGate>
      <h1>Admin Center</h1>
      <AdminFactorBanner />
    </AdminFactorGate>,
    answers,
  );
  return screen.findByRole('heading', { level: 1 });
}

it('opens with a banner near the end of the grace', async () => {
  expect((await renderAdmin(null, inDays(6))).textContent).toBe('Admin Center');
  expect(screen.getByRole('note').textContent).toContain('Add a second factor by');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings#second-factor');
});

it('opens without a banner long before the end of the grace', async () => {
  await renderAdmin(null, inDays(200));
  expect(screen.queryByRole('note')).toBeNull();
});

it('leads to the settings after the grace', async () => {
  expect((await renderAdmin('ENROLL', inDays(-1))).textContent).toBe('Admins need a second factor');
  expect(screen.getByRole('link').getAttribute('href')).toBe('/settings#second-factor');
});

it('asks for the factor in a session that did not prove it', async () => {
  expect((await renderAdmin('CONFIRM', null)).textContent).toBe("Confirm it's you");
  expect(await screen.findByRole('button', { name: 'Continue with a passkey' })).toBeTruthy();
});

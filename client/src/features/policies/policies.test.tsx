// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../app/routes.tsx';
import { PageConfigContext } from '../../config/page-config.tsx';
import { renderComponent } from '../../test/render.tsx';
import { policyPage } from './policy-page.tsx';

const Page = policyPage(`
  <p>{if operatorName is productName}One name{else}{operatorName} runs {productName}{end}.</p>
  <a href="/settings">settings</a>`);

function renderPage(operatorName: string) {
  const brand = { productName: 'Market', operatorName, supportEmail: 'help@example.com' };
  const config = {
    ...{ brand, publicUrl: 'https://market.test', featuredPolicy: 'open' as const },
    ...{ canDescribe: false, paypal: null },
  };
  return renderComponent(
    <PageConfigContext value={config}>
      <Page />
      <Path />
    </PageConfigContext>,
  );
}

function Path() {
  return <output>{useLocation().pathname}</output>;
}

describe('the page of a policy', () => {
  it('names the operator, as text alone', () => {
    renderPage('<b>Ada</b> & Sons');
    expect(screen.getByText('<b>Ada</b> & Sons runs Market.')).toBeTruthy();
  });

  it('says it in other words where the operator goes by the name of the product', () => {
    renderPage('Market');
    expect(screen.getByText('One name.')).toBeTruthy();
  });

  it('opens pages of ours without loading the document again', async () => {
    const { user } = renderPage('Market');
    await user.click(screen.getByRole('link', { name: 'settings' }));
    expect(screen.getByRole('status').textContent).toBe('/settings');
  });
});

describe('the policies', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md'));
  const policies = files.map((name) => [
    name,
    readFileSync(`${import.meta.dirname}/${name}`, 'utf8'),
  ]);

  it.each(policies)(
    '%s has a title, known placeholders and links that lead somewhere',
    (_, text) => {
      expect(text).toMatch(/^# .+\n/);
      const placeholders = [...text.matchAll(/\{(.*?)\}/g)].map(([, name]) => name);
      const known = ['productName', 'operatorName', 'supportEmail', 'communityRules'];
      const choice = ['if operatorName is productName', 'else', 'end'];
      expect([...known, ...choice]).toEqual(expect.arrayContaining(placeholders));
      for (const [, to = ''] of text.matchAll(/\]\((\/.*?)\)/g)) {
        expect(matchRoute(to)).not.toMatchObject({ route: { path: '*' } });
      }
    },
  );
});

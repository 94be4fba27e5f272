import { useState } from 'react';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { IconCopy } from '../../ui/icons/icons.tsx';
import { copyText } from '../../ui/toast.ts';
import { useHydrated } from '../../ui/store.ts';
import { colorSchemes, useColorScheme } from '../../ui/color-scheme.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import classes from './Footer.module.css';
import { Logo } from './Header.tsx';

/** The footer of every page. With `compact`, it has two lines, and only wide screens show it. */
export function Footer({ compact = false }: { compact?: boolean }) {
  const { productName, operatorName, supportEmail } = useBrand();
  const { colorScheme, choose } = useColorScheme();
  const chosen = useHydrated() ? colorScheme : 'auto';
  const [years] = useState(() => copyrightYears(new Date()));
  return (
    <footer className={classes.footer} data-compact={compact || undefined}>
      <div className={`page-width ${classes.columns}`}>
        <div className={classes.blurb}>
          <PageLink to="/landing" className={classes.brand}>
            <Logo size={28} />
            {productName}
          </PageLink>
          <p style={{ maxWidth: '36ch' }}>
            Buy, sell, and meet in the Capital Region of New York: Albany, Schenectady, Troy,
            Saratoga Springs, and nearby towns.
          </p>
        </div>
        <nav aria-label="Marketplace">
          <h2>Marketplace</h2>
          <PageLink to={paths.listings()}>Browse Items</PageLink>
          <PageLink to={paths.map()}>Map</PageLink>
        </nav>
        <div className={classes.support}>
          <h2>Support</h2>
          <a href={`mailto:${supportEmail}`}>Email support</a>
          <PlainButton onClick={() => void copyText(supportEmail, 'Email copied!')}>
            {supportEmail}
            <IconCopy size={16} stroke={1.75} aria-label="copy" />
          </PlainButton>
        </div>
        <nav aria-label="Policies">
          <h2>Policies</h2>
          <PageLink to={paths.privacyPolicy}>Privacy Policy</PageLink>
          <PageLink to={paths.termsOfService}>Terms of Service</PageLink>
          <PageLink to={paths.communityGuidelines}>Community Guidelines</PageLink>
          <PageLink to={paths.shippingPolicy}>Shipping &amp; Returns</PageLink>
        </nav>
      </div>
      <div className={`page-width ${classes.bottom}`}>
        <p>
          © {years} {operatorName}. All rights reserved.
        </p>
        <fieldset className={classes.switch}>
          <legend>Theme</legend>
          {colorSchemes.map(({ value, label }) => (
            <label key={value} className={classes.choice}>
              <input
                type="radio"
                name="color-scheme"
                checked={chosen === value}
                onChange={() => choose(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      </div>
    </footer>
  );
}

const format = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/New_York' });

/** Returns the years of the copyright line, '2025–2026', up to the year of `now` in New York. */
export function copyrightYears(now: Date): string {
  const year = format.format(now);
  return year === '2025' ? year : `2025–${year}`;
}

import { useEffect } from 'react';
import type { Brand } from '@marketplace/shared/brand';
import { isolated } from '@marketplace/shared/direction';
import { useBrand } from './page-config.tsx';

/** 'Oak desk · Capital Region Marketplace'; only the name for a page without a title. */
export function documentTitle(title: string | undefined, brand: Brand): string {
  return title ? `${isolated(title)} · ${brand.productName}` : brand.productName;
}

const shown = { title: '', unread: 0 };

function apply() {
  if (!shown.title) return;
  document.title = shown.unread > 0 ? `(${shown.unread}) ${shown.title}` : shown.title;
}

/**
 * Titles the tab. A route does so when it opens ('' for the product's name alone); a page that
 * learns later what it shows says it then, and gives undefined until it knows.
 */
export function useDocumentTitle(title: string | undefined): void {
  const brand = useBrand();
  useEffect(() => {
    if (title === undefined) return;
    shown.title = documentTitle(title, brand);
    apply();
  }, [title, brand]);
}

/** Puts the number of unread messages before the title: '(3) Messages · …'. */
export function useUnreadInTitle(unread: number): void {
  useEffect(() => {
    shown.unread = unread;
    apply();
    return () => {
      shown.unread = 0;
      apply();
    };
  }, [unread]);
}

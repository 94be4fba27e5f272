import { useEffect } from 'react';
import type { Brand } from '@marketplace/shared/texts';
import { isolated } from '@marketplace/shared/direction';
import { useBrand } from './page-config.tsx';

/** Returns 'Oak desk · Capital Region Marketplace', or only the product's name without a title. */
export function documentTitle(title: string | undefined, brand: Brand): string {
  return title ? `${isolated(title)} · ${brand.productName}` : brand.productName;
}

const shown = { title: '', unread: 0 };

function apply() {
  if (!shown.title) return;
  document.title = shown.unread > 0 ? `(${shown.unread}) ${shown.title}` : shown.title;
}

/** Sets the tab's title; '' for the product's name alone, undefined while it is unknown. */
export function useDocumentTitle(title: string | undefined): void {
  const brand = useBrand();
  useEffect(() => {
    if (title === undefined) return;
    shown.title = documentTitle(title, brand);
    apply();
  }, [title, brand]);
}

/** Prefixes the title with the number of unread messages: '(3) Messages · …'. */
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

import type { Brand } from '@marketplace/shared/texts';
import type { createCaller } from '../router.ts';

export type Caller = ReturnType<typeof createCaller>;

export interface PageConfig {
  brand: Brand;
  /** The address of the site without a trailing slash, for canonical links. */
  publicUrl: string;
  featuredPolicy: 'open' | 'premium';
  canDescribe: boolean;
  /** The settings of PayPal's page script; null if PayPal is not configured. */
  paypal: { clientId: string; environment: 'sandbox' | 'production' } | null;
}

export interface PageRequest {
  /** The path and query, with only the parameters in `pageParameters`. */
  url: string;
  caller: Caller;
  signedIn: boolean;
  config: PageConfig;
}

/** A rendered page. `head`, `body` and `state` are safe to insert into the template. */
export interface RenderedPage {
  status: number;
  /** The address to redirect to. The rest is then empty. */
  redirect?: string;
  head: string;
  body: string;
  state: string;
  /** The sources of the page's modules, whose built files the browser should fetch early. */
  sources: string[];
}

export interface PreparedPage {
  /** Returns all data of the page as text. With equal data, the page is equal except for ages. */
  data(): string;
  render(): Promise<RenderedPage>;
}

export type ServerBundle = { prepare(request: PageRequest): Promise<PreparedPage> };

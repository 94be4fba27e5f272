import type { Brand } from '@marketplace/shared/brand';
import type { createCaller } from '../router.ts';

/** The procedures, as server rendering calls them on behalf of the visitor. */
export type Caller = ReturnType<typeof createCaller>;

/** What every page tells the client about this server. */
export interface PageConfig {
  brand: Brand;
  /** Address of the site without a trailing slash, for canonical links. */
  publicUrl: string;
  featuredPolicy: 'open' | 'premium';
  /** Whether pictures can be described by this server. */
  canDescribe: boolean;
  /** What PayPal's page script needs to know; null where PayPal is not configured. */
  paypal: { clientId: string; environment: 'sandbox' | 'production' } | null;
}

export interface PageRequest {
  /** Path and query, with `pageParameters` alone. */
  url: string;
  caller: Caller;
  signedIn: boolean;
  config: PageConfig;
}

/** A rendered page. `head`, `body` and `state` are safe to put into the template as they are. */
export interface RenderedPage {
  status: number;
  /** Where to go instead; the rest is then empty. */
  redirect?: string;
  head: string;
  body: string;
  state: string;
  /** Sources of the page's own modules, whose built files the browser should fetch early. */
  sources: string[];
}

/** A page whose data is fetched. */
export interface PreparedPage {
  /** All of its data as text. With the same data it looks the same, apart from the ages it shows. */
  data(): string;
  render(): Promise<RenderedPage>;
}

/** What the built client bundle for the server exports. */
export interface ServerBundle {
  prepare(request: PageRequest): Promise<PreparedPage>;
}

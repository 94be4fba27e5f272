/** Texts of both server and client. `fill` replaces `{product}` and the like. Fixed wording. */
export const texts = {
  adminRequired: 'Admin access required',
  deactivated: 'This account has been deactivated.',
  emailInvalid: 'Please enter a valid email address.',
  codeInvalid: 'Please enter the 6-digit verification code.',
  titleRequired: 'Title is required',
  titleTooLong: 'A title can have up to 140 characters.',
  descriptionTooLong: 'A description can have up to 20,000 characters.',
  locationTooLong: 'A location can have up to 120 characters.',
  priceRequired: 'Price is required',
  priceInvalid: 'Price must be a valid positive number',
  locationRequired: 'Location is required for local marketplace',
  locationOutside:
    '{product} is currently only available in the Capital Region of NY State. Please enter a location within Albany, Schenectady, Troy, Saratoga, or surrounding areas.',
  tooManyImages: 'You can only upload up to 5 images.',
  messageRequired: 'Please enter a message.',
  messageRemoved: 'This message was removed by a moderator.',
  messageUndeliverable: "We couldn't deliver this message.",
  ownListing: 'You cannot send a message to your own listing.',
  editOwnOnly: 'You can only edit your own listings',
  kindOfDeal: 'This listing has an open offer, or is reserved or sold, so it stays what it is.',
  wantedNotSold: 'This is something someone is looking for, not something for sale.',
  listingNotFound: 'Listing not found',
} as const;

/** The names that an operator may change. The client gets them with the page. */
export type Brand = Record<'productName' | 'operatorName' | 'supportEmail', string>;

/** Returns `text` with each `{name}` replaced by `values.name`. A name without a value stays. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** Escapes text for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

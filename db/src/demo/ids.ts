const KINDS = {
  user: '1',
  listing: '2',
  conversation: '3',
  message: '4',
  review: '5',
  image: '6',
} as const;

/** A stable UUID for the nth thing of a kind, so that demo data can be written again and found again. */
export function demoId(kind: keyof typeof KINDS, index: number): string {
  return `de300000-000${KINDS[kind]}-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

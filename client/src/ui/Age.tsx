import { useState } from 'react';
import { ageText } from './age-text.ts';

/** How long ago something was posted, which may differ between the server's and the browser's clock. */
export function Age({ createdAt }: { createdAt: string }) {
  const [now] = useState(Date.now);
  return (
    <time dateTime={createdAt} suppressHydrationWarning>
      {ageText(createdAt, now)}
    </time>
  );
}

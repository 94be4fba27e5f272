import { useState } from 'react';
import { ageText } from './age-text.ts';

/** How long ago something was posted. The server's clock and the browser's may say it differently. */
export function Age({ createdAt }: { createdAt: string }) {
  const [now] = useState(Date.now);
  return (
    <time dateTime={createdAt} suppressHydrationWarning>
      {ageText(createdAt, now)}
    </time>
  );
}

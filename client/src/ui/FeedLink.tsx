import { Anchor, type AnchorProps } from '@mantine/core';
import { useEffect } from 'react';

const type = 'application/atom+xml';

interface Props extends Pick<AnchorProps, 'ml'> {
  path: string;
  /** The name of the feed in feed readers. */
  title: string;
}

/** A link to a feed. Feed readers find the same link in the head, where the server puts it first. */
export function FeedLink({ path, title, ml }: Props) {
  useEffect(() => {
    const selector = `link[rel="alternate"][type="${type}"]`;
    const found = document.head.querySelector<HTMLLinkElement>(selector);
    const link = found ?? document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'alternate', type, title, href: path }));
    return () => link.remove();
  }, [path, title]);
  return (
    <Anchor href={path} type={type} className="touch-link" c="dimmed" ml={ml}>
      Feed
    </Anchor>
  );
}

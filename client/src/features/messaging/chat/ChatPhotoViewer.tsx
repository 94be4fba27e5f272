import type { ComponentProps } from 'react';
import { PhotoViewer, usePhotoSteps } from '../../../ui/photos/PhotoViewer.tsx';

type Props = Omit<ComponentProps<typeof PhotoViewer>, 'steps'> & { first: number };

/** Shows the photos of a message in full screen, beginning with the one at the index `first`. */
export function ChatPhotoViewer({ first, ...props }: Props) {
  const steps = usePhotoSteps(props.photos.length, first);
  return (
    <div {...steps.keys}>
      <PhotoViewer steps={steps} {...props} />
    </div>
  );
}

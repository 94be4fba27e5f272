import type { ComponentProps } from 'react';
import { PhotoViewer, usePhotoSteps } from '../../../ui/photos/PhotoViewer.tsx';

interface Props extends Omit<ComponentProps<typeof PhotoViewer>, 'steps'> {
  /** The index of the photo to start with. */
  first: number;
}

/** Shows the photos of a message in full screen. */
export function ChatPhotoViewer({ first, ...props }: Props) {
  const steps = usePhotoSteps(props.photos.length, first);
  return (
    <div {...steps.keys}>
      <PhotoViewer steps={steps} {...props} />
    </div>
  );
}

import { useEffect, useEffectEvent, useState } from 'react';

/** Passes files dropped on the page to `onFiles`. Returns true while files are dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this, the browser would leave the page to open the file.
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      drop(files);
    };
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}

/** Passes files that are dropped or pasted anywhere on the page to `onFiles`. */
export function useIncomingFiles(onFiles: (files: File[]) => void): boolean {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    // Uppy's dialog adds what is pasted there.
    const isForUppy = event.target instanceof Element && event.target.closest('.uppy-Root');
    if (files.length === 0 || isForUppy) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
  return useDroppedFiles(onFiles);
}

/** Returns pasted files, without the picture that office programs add to copied text. */
export function pastedFiles(pasted: DataTransfer | null): File[] {
  return pasted && !pasted.types.includes('text/plain') ? [...pasted.files] : [];
}

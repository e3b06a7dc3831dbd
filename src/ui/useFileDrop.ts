import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Receives files that are dropped anywhere on the page. Prevents the browser from opening them.
 * @returns whether files are dragged over the page
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [hovered, setHovered] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setHovered(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setHovered(false);
    const drop = (event: DragEvent) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      setHovered(false);
      take(files);
    };
    addEventListener('dragover', hover);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', hover);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return hovered;
}

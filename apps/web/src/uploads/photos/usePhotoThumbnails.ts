import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** How far below the screen a photo may be when its thumbnail is fetched. */
const margin = '200px';

const dataUrlOf = (content: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    // As a data URL, because the content policy allows no other image from a file.
    reader.readAsDataURL(new Blob([content], { type: 'image/jpeg' }));
  });

/**
 * Thumbnails that the API draws, as `data:` URLs by photo. They are fetched when they come into view, one after the other:
 * drawing one takes a processor.
 * @returns what to put on the element of each photo as its `ref`
 */
export const usePhotoThumbnails = (fetchThumbnail: (id: string) => Promise<Blob>) => {
  const [thumbnails, setThumbnails] = useState<Readonly<Record<string, string>>>({});
  const asked = useRef(new Set<string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  const isLeft = useRef(false);
  const elements = useRef(new Map<Element, string>());
  const observer = useRef<IntersectionObserver>(undefined);

  const load = useEffectEvent((id: string) => {
    if (asked.current.has(id)) return;
    asked.current.add(id);
    queue.current = queue.current.then(async () => {
      if (isLeft.current) return;
      try {
        const thumbnail = await dataUrlOf(await fetchThumbnail(id));
        setThumbnails((before) => ({ ...before, [id]: thumbnail }));
      } catch {
        // The photo has an icon instead, and opens all the same.
      }
    });
  });
  useEffect(() => {
    isLeft.current = false;
    observer.current = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = elements.current.get(target);
          if (isIntersecting && id !== undefined) load(id);
        }
      },
      { rootMargin: margin },
    );
    for (const element of elements.current.keys()) observer.current.observe(element);
    return () => {
      isLeft.current = true;
      observer.current?.disconnect();
    };
  }, []);
  const watch = (id: string) => (element: Element | null) => {
    if (!element) return;
    elements.current.set(element, id);
    observer.current?.observe(element);
    return () => {
      elements.current.delete(element);
      observer.current?.unobserve(element);
    };
  };
  return { thumbnails, watch };
};

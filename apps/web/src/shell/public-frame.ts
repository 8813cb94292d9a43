import { type Chunks, loadChunk } from '../engine/chunks.ts';

/** Header and footer of the public site. */
export type PublicFrame = Chunks['shell/PublicFrame'];

let resolveFrame = (_frame: PublicFrame | null): void => {};
let isLoaded = false;
let loading: Promise<void> | undefined;

/**
 * The frame, whose hydration waits for an interaction with it or for the first navigation: the server's markup works
 * without scripts, so a visitor who only reads never loads it. The promise never rejects; until the chunk has loaded,
 * the server's markup stays. Null leaves that markup permanently.
 */
export const publicFrame = new Promise<PublicFrame | null>((resolve) => {
  resolveFrame = (frame) => {
    // Marked as React marks a promise, so that `use` reads it synchronously.
    Object.assign(publicFrame, { status: 'fulfilled', value: frame });
    resolve(frame);
  };
});

/** Loads the frame. If loading fails, it rejects, and is not retried for ten seconds. */
export const requestFrame = (): Promise<void> => {
  loading ??= loadChunk('shell/PublicFrame').then((frame) => {
    isLoaded = true;
    resolveFrame(frame);
  });
  loading.catch(() => setTimeout(() => (loading = undefined), 10_000));
  return loading;
};

/** Loads the frame; if that fails, it stays as the server rendered it. */
export const requestFrameOrGiveUp = (): Promise<void> => requestFrame().catch(() => resolveFrame(null));

/** Loads the frame, ignoring a failure: the page works without it. */
const loadInBackground = (): void => void requestFrame().catch(() => {});

const isInFrame = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('header, footer') !== null;

/** Whether the target is in the frame before its hydration: React swallows such clicks. */
export const isInUnhydratedFrame = (target: EventTarget | null): boolean => !isLoaded && isInFrame(target);

/** Loads the frame when the visitor points at, touches or tabs into it, or scrolls to the footer. */
export const requestFrameOnApproach = (): void => {
  const onApproach = (event: Event): void => {
    if (isInFrame(event.target)) loadInBackground();
  };
  // Captured, because React stops events on dehydrated markup to replay them later.
  for (const eventName of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(eventName, onApproach, { passive: true, capture: true });
  const footer = document.querySelector('footer');
  if (!footer) return;
  const footerObserver = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) loadInBackground();
  });
  footerObserver.observe(footer);
};

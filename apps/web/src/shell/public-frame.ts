import { type Chunks, loadChunk } from '../engine/chunks.ts';

/** Header and footer of the public site. */
export type PublicFrame = Chunks['shell/PublicFrame'];

let settle = (_frame: PublicFrame | null): void => {};
let here = false;
let loading: Promise<void> | undefined;

/**
 * The frame, which a visitor who only reads never loads: the server's markup of it works by itself, so that its
 * hydration is put off to the first touch of it, or to the first navigation, which changes it. It never rejects: while
 * its chunk cannot be loaded the server's markup stays. Null leaves that markup for good.
 */
export const publicFrame = new Promise<PublicFrame | null>((resolve) => {
  settle = (frame) => {
    // As React itself marks a promise: `use` then reads it without waiting.
    Object.assign(publicFrame, { status: 'fulfilled', value: frame });
    resolve(frame);
  };
});

/** Wants the frame; resolves when it is here and may change. Rejects when it cannot be loaded, also for the next ten seconds. */
export const wantFrame = (): Promise<void> => {
  loading ??= loadChunk('shell/PublicFrame').then((frame) => {
    here = true;
    settle(frame);
  });
  loading.catch(() => setTimeout(() => (loading = undefined), 10_000));
  return loading;
};

/** Resolves when the page may change around the frame, which stays as the server sent it when it cannot be loaded. */
export const wantFrameOrNone = (): Promise<void> => wantFrame().catch(() => settle(null));

/** For who has no use for the failure: the page works without its frame. */
const tryFrame = (): void => void wantFrame().catch(() => {});

const isInFrame = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('header, footer') !== null;

/** Whether an event is on the frame while that is the server's markup alone: React lets no such click through. */
export const isUnhydratedFrame = (target: EventTarget | null): boolean => !here && isInFrame(target);

/** Wants the frame when the visitor comes near it: points, touches or tabs into it, or scrolls the footer into sight. */
export const wantFrameWhenNear = (): void => {
  const near = (event: Event): void => {
    if (isInFrame(event.target)) tryFrame();
  };
  // Captured, for React stops what it will play back to markup that still sleeps.
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, near, { passive: true, capture: true });
  const footer = document.querySelector('footer');
  if (!footer) return;
  const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) tryFrame();
  });
  seen.observe(footer);
};

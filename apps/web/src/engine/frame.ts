import { loadChunk } from './chunks.ts';

/** Header and footer of the public site. */
export type PublicFrame = typeof import('../shell/PublicFrame.ts');

let want = (): void => {};
let here = false;

const wanted = new Promise<void>((resolve) => {
  want = resolve;
});

/**
 * The frame, which a visitor who only reads never loads: the server's markup of it works by itself, so that its
 * hydration is put off to the first touch of it, or to the first navigation, which changes it.
 */
export const publicFrame: Promise<PublicFrame> = wanted.then(() =>
  loadChunk<PublicFrame>('shell/PublicFrame'),
);
publicFrame.then(
  // As React itself marks a promise: `use` then reads it without waiting.
  (frame) => {
    here = true;
    Object.assign(publicFrame, { status: 'fulfilled', value: frame });
  },
  // Whoever waits for it is told by the promise itself.
  () => {},
);

/** Wants the frame; resolves when it is here and may change. */
export const wantFrame = async (): Promise<void> => {
  want();
  await publicFrame;
};

const isInFrame = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('header, footer') !== null;

/** Whether an event is on the frame while that is the server's markup alone: React lets no such click through. */
export const isOnBareFrame = (target: EventTarget | null): boolean => !here && isInFrame(target);

/** Wants the frame when the visitor comes near it: points, touches or tabs into it, or scrolls the footer into sight. */
export const wantFrameWhenNear = (): void => {
  const near = (event: Event): void => {
    if (isInFrame(event.target)) want();
  };
  // Captured, for React stops what it will play back to markup that still sleeps.
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, near, { passive: true, capture: true });
  const footer = document.querySelector('footer');
  if (!footer) return;
  const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) want();
  });
  seen.observe(footer);
};

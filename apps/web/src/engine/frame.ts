import { loadChunk } from './chunks.ts';

/** Header and footer of the public site. */
export type PublicFrame = typeof import('../shell/PublicFrame.ts');

let want = (): void => {};

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
  (frame) => Object.assign(publicFrame, { status: 'fulfilled', value: frame }),
  // Whoever waits for it is told by the promise itself.
  () => {},
);

/** Wants the frame; resolves when it is here and may change. */
export const wantFrame = async (): Promise<void> => {
  want();
  await publicFrame;
};

/** Wants the frame when the visitor comes near it: points, touches or tabs into it, or scrolls the footer into sight. */
export const wantFrameWhenNear = (): void => {
  const near = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('header, footer')) want();
  };
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(sign, near, { passive: true });
  const footer = document.querySelector('footer');
  if (!footer) return;
  const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) want();
  });
  seen.observe(footer);
};

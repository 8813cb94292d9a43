/** Every drawing of the sprite; a test compares them. */
export const illustrationNames = ['harbour', 'car', 'house', 'family', 'travel', 'storm', 'boat'] as const;

export type IllustrationName = (typeof illustrationNames)[number];

import styles from './Illustration.module.css';
import sprite from './illustrations.svg?no-inline';

export const illustrationNames = ['harbour', 'car', 'house', 'family', 'travel', 'storm', 'boat'] as const;

export type IllustrationName = (typeof illustrationNames)[number];

/** Whether a name from content is one that the sprite has. */
export const isIllustrationName = (name: string): name is IllustrationName =>
  illustrationNames.some((known) => known === name);

/** A drawing in the theme's colours; it says nothing that the text beside it does not. */
export const Illustration = ({
  name,
  className,
}: {
  name: IllustrationName;
  className?: string | undefined;
}) => (
  <svg
    className={[styles.illustration, name === 'harbour' && styles.wide, className].filter(Boolean).join(' ')}
    aria-hidden="true"
  >
    <use href={`${sprite}#${name}`} width="100%" height="100%" />
  </svg>
);

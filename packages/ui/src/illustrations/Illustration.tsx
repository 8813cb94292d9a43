import styles from './Illustration.module.css';
import type { IllustrationName } from './names.ts';

/** URLs of the drawings, one file each, so that a page loads only what it shows. */
const files = import.meta.glob<string>('./drawings/*.svg', {
  eager: true,
  query: '?no-inline',
  import: 'default',
});

/** A decorative drawing in the theme's colours: scenes are 3:2, the harbour is wider, portraits are square. */
export const Illustration = ({
  name,
  className,
}: {
  name: IllustrationName;
  className?: string | undefined;
}) => (
  <svg
    className={[
      styles.illustration,
      name === 'harbour' && styles.wide,
      name.startsWith('portrait') && styles.square,
      className,
    ]
      .filter(Boolean)
      .join(' ')}
    aria-hidden="true"
  >
    {/* The server draws in the document instead, so that a first visit needs no request (see `build/drawings.ts`). */}
    <use
      href={`${files[`./drawings/${name}.svg`]}#${name}`}
      width="100%"
      height="100%"
      suppressHydrationWarning
    />
  </svg>
);

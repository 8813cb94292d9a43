import { Icon } from '../src/icons/Icon.tsx';
import { Logo } from '../src/icons/Logo.tsx';
import { iconNames } from '../src/icons/names.ts';
import { Illustration } from '../src/illustrations/Illustration.tsx';
import { illustrationNames } from '../src/illustrations/names.ts';
import { themes } from '../src/tokens.ts';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

const colours = Object.keys(themes.light).filter((name) => !/^(?:lift|scrim)/.test(name));
const sizes = ['display', 'title', 'h1', 'h2', 'h3', 'lead', 'body', 'small'] as const;

/** Colours, type, icons and illustrations. */
export const Look = (props: SectionProps) => {
  const { w } = props;
  return (
    <>
      <Part {...props} id="colours">
        <ul className={styles.grid}>
          {colours.map((name) => (
            <li key={name}>
              <span className={styles.swatch} style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part {...props} id="type">
        {sizes.map((size) => (
          <p key={size} style={{ font: `var(--type-${size})` }}>
            {w.type[size]}
          </p>
        ))}
      </Part>
      <Part {...props} id="icons">
        <ul className={styles.grid}>
          {iconNames.map((name) => (
            <li key={name} className={styles.cell}>
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part {...props} id="illustrations" of={['Illustration']}>
        <Logo />
        <ul className={styles.grid}>
          {illustrationNames.map((name) => (
            <li key={name}>
              <Illustration name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
};

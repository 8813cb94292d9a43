import type { Claim } from '@hofn/contracts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Icon } from '@hofn/ui';
import { useId, useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { save, useFileContent } from '../../session/index.ts';
import { PdfViewer } from '../documents/PdfViewer.tsx';
import styles from './ClaimScreen.module.css';

const OpenLetter = ({ id, title }: { id: string; title: string }) => {
  const t = useTexts<'portal'>();
  const file = useFileContent('/api/document/v1/download/{id}', { params: { id } });
  return (
    <>
      <PdfViewer file={file} title={title} />
      {file.data && (
        <Button kind="text" icon="download" onClick={() => save(file.data)}>
          {t('documents|download')}
        </Button>
      )}
    </>
  );
};

/** A decision on the claim, opened in place; it is also listed under documents. */
const Letter = ({ id, title, date }: Claim['letters'][number]) => {
  const t = useTexts<'portal'>();
  const [isOpen, setIsOpen] = useState(false);
  const regionId = useId();
  return (
    <li>
      <p className={styles.letter}>
        <Icon name="doc" />
        <span>
          <Link to={pathOf('portal.document', t.language, { id })}>{title}</Link>
          <Detail>{formatDate(t.language, date)}</Detail>
        </span>
        <Button
          kind="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls={regionId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('claim|closeLetter') : t('claim|openLetter')}
          <span className="visually-hidden">: {title}</span>
        </Button>
      </p>
      <div id={regionId}>{isOpen && <OpenLetter id={id} title={title} />}</div>
    </li>
  );
};

export const Letters = ({ letters }: Pick<Claim, 'letters'>) => {
  const t = useTexts<'portal'>();
  if (letters.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="bref">
      <h2 id="bref">{t('claim|letters')}</h2>
      <ul className={styles.letters}>
        {letters.map((letter) => (
          <Letter key={letter.id} {...letter} />
        ))}
      </ul>
    </section>
  );
};

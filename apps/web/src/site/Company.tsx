import { Card, Stack } from '@hofn/ui';
import type { ComponentProps } from 'react';
import type { Figures as FiguresData, Team as TeamData } from '../content/documents.ts';
import type { Site } from '../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../engine/index.ts';
import { List } from '../parts/Blocks.tsx';
import { OpenNow } from '../parts/OpenNow.tsx';
import { phoneHref } from '../parts/phones.ts';
import { useFooter } from '../shell/useFooter.ts';
import styles from './Company.module.css';
import { Figures } from './Figures.tsx';
import { Person, Team } from './Team.tsx';

/**
 * Telephone, whether it is open now, and who answers; `notes` belong to the page, and `next` is what happens after its form
 * is sent.
 */
const Contact = ({
  notes,
  person,
  next,
}: {
  notes?: { title: string; items: string[] } | undefined;
  person?: TeamData['members'][number] | undefined;
  next?: string | undefined;
}) => {
  const t = useTexts();
  const footer = useFooter(t.language, useStaticQuery<Site>('site'));
  return (
    <Stack gap="m">
      {notes && (
        <Card as="section" kind="filled" heading="h2" title={notes.title}>
          <List items={notes.items} />
        </Card>
      )}
      {next && (
        <Card as="section" kind="filled" heading="h2" title={t('page|next')}>
          <p>{next}</p>
        </Card>
      )}
      <Card as="section" kind="filled" heading="h2" title={t('page|talk')} gap="s">
        <a className={styles.phone} href={phoneHref(footer.phone)}>
          {footer.phone}
        </a>
        <OpenNow footer={footer} />
        {person && <Person person={person} />}
      </Card>
    </Stack>
  );
};

/** How the company did, and who answers there. */
const People = ({ figures, team }: { figures?: FiguresData | undefined; team: TeamData }) => (
  <Stack as="section" gap="xxl">
    {figures && (
      <section className={styles.figures}>
        <h2>{figures.title}</h2>
        <Figures figures={figures} />
        {figures.source && (
          <p>
            <Link to={figures.source.path}>{figures.source.title}</Link>
          </p>
        )}
      </section>
    )}
    <Team team={team} />
  </Stack>
);

type Props =
  | ({ part: 'contact' } & ComponentProps<typeof Contact>)
  | ({ part: 'people' } & ComponentProps<typeof People>);

/** The parts about the company that text pages show. */
const Company = (props: Props) => (props.part === 'contact' ? <Contact {...props} /> : <People {...props} />);

export default Company;

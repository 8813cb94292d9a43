import { Card, Stack } from '@hofn/ui';
import type { ComponentProps } from 'react';
import type { GenericDocument, Team as TeamData } from '../content/documents.ts';
import type { Site } from '../content/site.ts';
import { Link, useStaticQuery, useTexts } from '../engine/index.ts';
import { List } from '../parts/Blocks.tsx';
import { LinkList } from '../parts/LinkList.tsx';
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

/** How the company did, who answers there, and who governs it. */
const People = ({
  document: { figures, team, board },
}: {
  document: Pick<GenericDocument, 'figures' | 'team' | 'board'>;
}) => (
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
    {team && <Team team={team} />}
    {board && (
      <LinkList isModal links={board.map((member) => ({ ...member, icon: 'user', note: member.role }))} />
    )}
  </Stack>
);

type Props =
  | ({ part: 'contact' } & ComponentProps<typeof Contact>)
  | ({ part: 'people' } & ComponentProps<typeof People>);

/** The parts about the company that text pages show. */
const Company = (props: Props) => (props.part === 'contact' ? <Contact {...props} /> : <People {...props} />);

export default Company;

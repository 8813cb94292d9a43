import { Grid, Illustration } from '@hofn/ui';
import type { Team as TeamData } from '../content/documents.ts';
import styles from './Team.module.css';

type Member = TeamData['members'][number];

/** Somebody who answers, by role, with a drawn portrait. */
export const Person = ({ person: { portrait, role, text } }: { person: Member }) => (
  <div className={styles.person}>
    <Illustration name={portrait} className={styles.portrait} />
    <p>
      <strong>{role}</strong>
      {text && <span>{text}</span>}
    </p>
  </div>
);

/** The people who answer, by role. */
export const Team = ({ team: { title, lead, members } }: { team: TeamData }) => (
  <section className={styles.team}>
    <h2>{title}</h2>
    {lead && <p>{lead}</p>}
    <Grid as="ul" size="medium" gap="m">
      {members.map((member) => (
        <li key={member.role} className={styles.card}>
          <Person person={member} />
        </li>
      ))}
    </Grid>
  </section>
);

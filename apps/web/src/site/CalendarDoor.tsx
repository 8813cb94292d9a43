import type { CalendarDoor as Behind } from '@hofn/contracts';
import { Alert, Button, RadioGroup, Skeleton } from '@hofn/ui';
import { type FormEvent, useState } from 'react';
import type { JolakulaDocument } from '../content/documents.ts';
import { Link, useTexts } from '../engine/index.ts';
import { TextPage } from '../parts/Page.tsx';
import styles from './Calendar.module.css';
import { calendarPath, doorDate, fillPlaceholders } from './calendar-doors.ts';
import { usePublicCall } from './usePublicCall.ts';

type Labels = JolakulaDocument['labels'];
type Of<Kind extends Behind['kind']> = Extract<Behind, { kind: Kind }>;

const Quiz = ({ quiz, texts }: { quiz: Of<'quiz'>; texts: Labels }) => {
  const [chosen, setChosen] = useState<string>();
  const [answered, setAnswered] = useState<string>();
  const answer = (event: FormEvent) => {
    event.preventDefault();
    setAnswered(chosen);
  };
  const right = quiz.options.find(({ value }) => value === quiz.answer)?.label ?? '';
  return (
    <form className={styles.quiz} onSubmit={answer}>
      <RadioGroup
        label={quiz.question}
        options={quiz.options}
        value={chosen ?? ''}
        required
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button type="submit">{texts.answer}</Button>
      <div role="status">
        {answered !== undefined && (
          <Alert
            kind={answered === quiz.answer ? 'success' : 'info'}
            title={answered === quiz.answer ? texts.right : fillPlaceholders(texts.wrong, { answer: right })}
          >
            {quiz.explanation}
          </Alert>
        )}
      </div>
    </form>
  );
};

const Recipe = ({ recipe, texts }: { recipe: Of<'recipe'>; texts: Labels }) => (
  <>
    <p>{recipe.text}</p>
    <section>
      <h3>{texts.ingredients}</h3>
      <ul>
        {recipe.ingredients.map((ingredient) => (
          <li key={ingredient}>{ingredient}</li>
        ))}
      </ul>
    </section>
    <section>
      <h3>{texts.method}</h3>
      <ol>
        {recipe.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  </>
);

const Open = ({ behind, texts }: { behind: Behind; texts: Labels }) => {
  const kinds = {
    tip: texts.kindTip,
    story: texts.kindStory,
    recipe: texts.kindRecipe,
    quiz: texts.kindQuiz,
  };
  return (
    <article className={styles.behind}>
      <div>
        <p className={styles.kind}>{kinds[behind.kind]}</p>
        <h2>{behind.title}</h2>
      </div>
      {(behind.kind === 'tip' || behind.kind === 'story') && <p>{behind.text}</p>}
      {behind.kind === 'story' && behind.safetyNote && <Alert title={behind.safetyNote} />}
      {behind.kind === 'recipe' && <Recipe recipe={behind} texts={texts} />}
      {behind.kind === 'quiz' && <Quiz quiz={behind} texts={texts} />}
    </article>
  );
};

/**
 * A door of the Christmas calendar: its content, which the service provides from its date on, or when it opens (rule
 * SITE-10).
 * @param day from the address; undefined in the server's render
 */
export const CalendarDoor = ({
  document,
  day: given,
}: {
  document: JolakulaDocument;
  day: string | undefined;
}) => {
  const { language } = useTexts();
  const { year, labels, crumbs } = document;
  const day = /^(?:[1-9]|1\d|2[0-4])$/.test(given ?? '') ? Number(given) : undefined;
  const call = usePublicCall<Behind>(
    day === undefined ? undefined : `${calendarPath(year)}/${day}`,
    language,
  );
  const isNone = given !== undefined && day === undefined;
  const calendar = crumbs.at(-1);
  return (
    <TextPage crumbs={crumbs} title={day ? fillPlaceholders(labels.door, { day }) : document.title}>
      <noscript>
        <p>{labels.script}</p>
      </noscript>
      <div aria-live="polite" aria-busy={day !== undefined && call.state === 'loading'}>
        {isNone && <p>{labels.none}</p>}
        {day !== undefined && call.state === 'loading' && <Skeleton rows={4} kind="lines" />}
        {day !== undefined && call.state === 'missing' && (
          <p>{fillPlaceholders(labels.notYet, { date: doorDate(language, year, day) })}</p>
        )}
        {call.state === 'failed' && (
          <Alert
            kind="error"
            title={labels.failed}
            action={
              <Button kind="secondary" size="small" icon="again" onClick={call.again}>
                {labels.retry}
              </Button>
            }
          />
        )}
        {call.state === 'ready' && <Open behind={call.answer} texts={labels} />}
      </div>
      {calendar && (
        <p className={styles.back}>
          <Link to={calendar.path}>{labels.back}</Link>
        </p>
      )}
    </TextPage>
  );
};

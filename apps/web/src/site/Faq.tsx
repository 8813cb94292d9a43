import { Disclosure } from '@hofn/ui';
import { Rich } from '../parts/Rich.tsx';

/** Questions with collapsible answers. */
export const Faq = ({ questions }: { questions: { id?: string; q: string; a: string }[] }) => (
  <div>
    {questions.map(({ id, q, a }) => (
      <Disclosure key={q} summary={q} {...(id && { id })}>
        <p>
          <Rich text={a} />
        </p>
      </Disclosure>
    ))}
  </div>
);

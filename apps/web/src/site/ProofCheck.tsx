import type { ProofCheck as Answer } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import type { Language } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { CodeCheck, type CodeCheckTexts } from './CodeCheck.tsx';

/** The page's content document. */
export type ProofCheckDocument = CodeCheckTexts &
  Record<
    | 'inForce'
    | 'inForceText'
    | 'changed'
    | 'ended'
    | 'never'
    | 'paused'
    | 'notInForce'
    | 'unknown'
    | 'unknownText'
    | 'erased'
    | 'erasedText'
    | 'erasedStatement'
    | 'erasedStatementText'
    | 'insurance'
    | 'number'
    | 'insured'
    | 'holder'
    | 'recipient'
    | 'reference'
    | 'sumInsured'
    | 'lastDay'
    | 'renews'
    | 'pausesAfter'
    | 'issuedOn'
    | 'issued'
    | 'issuedText'
    | 'period'
    | 'policies'
    | 'claims'
    | 'noClaims'
    | 'open'
    | 'fingerprint',
    string
  >;

type Insurance = NonNullable<Answer['insurance']>;
type Props = { texts: ProofCheckDocument; answer: Answer; language: Language };

/** What an answer means in one sentence, and whether the insurance is in force. */
const Verdict = ({ texts, answer: { state, insurance }, language }: Props) => {
  const on = (text: string, date: string) => text.replace('{date}', formatDate(language, date));
  if (state === 'inForce')
    return (
      <Alert kind="success" title={texts.inForce}>
        {insurance?.changed ? texts.changed : texts.inForceText}
      </Alert>
    );
  const { endedOn = null, neverBegan = false, pausedSince = null } = insurance ?? {};
  return (
    <Alert kind="warning" title={texts.notInForce}>
      {endedOn && on(texts.ended, endedOn)}
      {neverBegan && texts.never}
      {pausedSince && on(texts.paused, pausedSince)}
    </Alert>
  );
};

const Facts = ({
  texts,
  insurance,
  issuedOn,
  language,
}: {
  texts: ProofCheckDocument;
  insurance: Insurance;
  issuedOn: string | null;
  language: Language;
}) => {
  const day = (date: string) => formatDate(language, date);
  const { lastDay, renews, pausesAfter, sumInsured } = insurance;
  return (
    <DescriptionList
      items={[
        { term: texts.issuedOn, value: issuedOn && day(issuedOn) },
        { term: texts.insurance, value: insurance.name },
        { term: texts.number, value: insurance.number },
        { term: texts.insured, value: insurance.insured },
        { term: texts.holder, value: insurance.holder },
        { term: texts.recipient, value: insurance.recipient },
        { term: texts.reference, value: insurance.reference },
        { term: texts.sumInsured, value: sumInsured === null ? null : formatMoney(language, sumInsured) },
        {
          term: texts.lastDay,
          value: lastDay && `${day(lastDay)}${renews ? ` (${texts.renews})` : ''}`,
        },
        { term: texts.pausesAfter, value: pausesAfter && day(pausesAfter) },
      ]}
    />
  );
};

/** What a claims-history statement says, to be compared with the paper. */
const Statement = ({
  texts,
  statement,
  issuedOn,
  language,
}: {
  texts: ProofCheckDocument;
  statement: NonNullable<Answer['claimsHistory']>;
  issuedOn: string | null;
  language: Language;
}) => {
  const day = (date: string) => formatDate(language, date);
  const { policies, claims, open } = statement;
  return (
    <>
      <Alert kind="success" title={texts.issued}>
        {texts.issuedText}
      </Alert>
      <DescriptionList
        items={[
          { term: texts.issuedOn, value: issuedOn && day(issuedOn) },
          { term: texts.holder, value: statement.holder },
          { term: texts.period, value: `${day(statement.from)} – ${day(statement.to)}` },
          {
            term: texts.policies,
            value: policies
              .map(({ number, insured }) => (insured === null ? number : `${number} (${insured})`))
              .join(', '),
          },
          {
            term: texts.claims,
            value:
              claims.length === 0
                ? texts.noClaims
                : claims.map(({ number, dateOfLoss }) => `${number} (${day(dateOfLoss)})`).join(', '),
          },
          { term: texts.open, value: open > 0 ? String(open) : null },
          { term: texts.fingerprint, value: statement.fingerprint },
        ]}
      />
    </>
  );
};

const Result = ({ texts, answer, language }: Props) => {
  const { state, insurance, claimsHistory, issuedOn } = answer;
  if (state === 'unknown')
    return (
      <Alert kind="warning" title={texts.unknown}>
        {texts.unknownText}
      </Alert>
    );
  if (claimsHistory)
    return <Statement texts={texts} statement={claimsHistory} issuedOn={issuedOn} language={language} />;
  if (state === 'erased' || !insurance) {
    const [title, text] =
      answer.kind === 'claimsHistory'
        ? [texts.erasedStatement, texts.erasedStatementText]
        : [texts.erased, texts.erasedText];
    return (
      <Alert kind="info" title={title}>
        {text.replace('{date}', issuedOn ? formatDate(language, issuedOn) : '')}
      </Alert>
    );
  }
  return (
    <>
      <Verdict texts={texts} answer={answer} language={language} />
      <Facts texts={texts} insurance={insurance} issuedOn={issuedOn} language={language} />
    </>
  );
};

/** Checks a proof publicly: whether it is ours, and whether the insurance is in force today (rule RIGHT-5). */
export const ProofCheck = ({ texts }: { texts: ProofCheckDocument }) => (
  <CodeCheck<Answer> texts={texts} path="/api/public/v1/proofcheck">
    {(answer, language) => <Result texts={texts} answer={answer} language={language} />}
  </CodeCheck>
);

const ProofCheckTemplate = ({ data }: TemplateProps<ProofCheckDocument>) => <ProofCheck texts={data} />;

export default ProofCheckTemplate;

import type { TravelCheck as Answer } from '@hofn/contracts';
import { formatDate, formatMoney } from '@hofn/texts';
import { Alert, DescriptionList } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { CodeCheck, type CodeCheckTexts } from './CodeCheck.tsx';

/** The page's content document. */
export type TravelCheckDocument = CodeCheckTexts &
  Record<
    | 'valid'
    | 'notValid'
    | 'notValidText'
    | 'number'
    | 'travellers'
    | 'born'
    | 'period'
    | 'area'
    | 'longestTrip'
    | 'days'
    | 'medicalSum'
    | 'emergency'
    | 'initialsNote',
    string
  >;

type Confirmation = NonNullable<Answer['confirmation']>;

const Valid = ({ texts, confirmation }: { texts: TravelCheckDocument; confirmation: Confirmation }) => {
  const { language } = useTexts();
  const day = (date: string) => formatDate(language, date);
  const { travellers, longestTripDays, medicalSum, emergencyPhone } = confirmation;
  return (
    <>
      <Alert kind="success" title={texts.valid}>
        {texts.initialsNote}
      </Alert>
      <DescriptionList
        items={[
          {
            term: texts.travellers,
            value: travellers
              .map(({ initials, birthYear }) =>
                birthYear === null
                  ? initials
                  : `${initials} ${texts.born.replace('{year}', String(birthYear))}`,
              )
              .join(', '),
          },
          { term: texts.period, value: `${day(confirmation.validFrom)} – ${day(confirmation.validTo)}` },
          { term: texts.area, value: confirmation.area },
          {
            term: texts.longestTrip,
            value: longestTripDays === null ? null : texts.days.replace('{n}', String(longestTripDays)),
          },
          {
            term: texts.medicalSum,
            value: medicalSum === null ? null : formatMoney(language, medicalSum),
          },
          { term: texts.number, value: confirmation.number },
          {
            term: texts.emergency,
            value: <a href={`tel:${emergencyPhone.replace(/[^+\d]/g, '')}`}>{emergencyPhone}</a>,
          },
        ]}
      />
    </>
  );
};

/** Verifies a travel confirmation publicly, by its code. */
export const TravelCheck = ({ texts }: { texts: TravelCheckDocument }) => (
  <CodeCheck<Answer> texts={texts} path="/api/public/v1/travelcheck">
    {({ valid, confirmation }) =>
      valid && confirmation ? (
        <Valid texts={texts} confirmation={confirmation} />
      ) : (
        <Alert kind="warning" title={texts.notValid}>
          {texts.notValidText}
        </Alert>
      )
    }
  </CodeCheck>
);

const TravelCheckTemplate = ({ data }: TemplateProps<TravelCheckDocument>) => <TravelCheck texts={data} />;

export default TravelCheckTemplate;

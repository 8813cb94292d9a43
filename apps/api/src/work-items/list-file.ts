import type { CustomerMatter } from '@hofn/contracts';
import { customerStateOf } from '@hofn/domain/requests.ts';
import { dayOfInstant, formatDate, type Language } from '@hofn/texts';
import type { Customer } from '../platform/authorization.ts';
import type { FileType } from '../platform/file-response.ts';
import { listFile } from '../platform/list-file.ts';
import { textsIn } from '../platform/texts.ts';

/** The list of a customer's messages and requests, with our answers, as a file (rule PORT-19). */
export const sentItemsFile = (
  type: FileType,
  rows: readonly CustomerMatter[],
  reader: { subject: Customer; language: Language; now: Date },
): Promise<{ name: string; content: Uint8Array }> => {
  const { language } = reader;
  const t = textsIn(language);
  const dayOf = ({ openedAt }: CustomerMatter) => dayOfInstant(new Date(openedAt));
  const nameOf = ({ kind, form, request }: CustomerMatter) => {
    if (request) return t(`requests|${request.kind}`);
    return kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
  };
  const list = {
    name: 'lists|matters' as const,
    title: t('matters|title'),
    rows,
    columns: [
      {
        heading: t('documents|date'),
        share: 16,
        stored: dayOf,
        shown: (matter: CustomerMatter) => formatDate(language, dayOf(matter), 'short'),
      },
      {
        heading: t('matters|about'),
        share: 28,
        stored: (matter: CustomerMatter) => matter.about ?? nameOf(matter),
      },
      { heading: t('matters|reference'), share: 14, stored: ({ reference }: CustomerMatter) => reference },
      {
        heading: t('table|state'),
        share: 12,
        stored: ({ state, request }: CustomerMatter) =>
          request ? t(`requestState|${customerStateOf(request)}`) : t(`matters|state.${state}`),
      },
      {
        heading: t('matters|answers'),
        share: 30,
        stored: ({ answers }: CustomerMatter) =>
          answers.map(({ author, text }) => `${author}: ${text}`).join('\n\n'),
      },
    ],
  };
  return listFile(type, list, reader);
};

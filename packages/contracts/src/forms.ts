import { type FormKind, formKindOf, type formKinds } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { upload, uploadLimits, uploadOffer } from './uploads.ts';
import { id } from './values.ts';

/** More than any answer may have: what is too long is told of by `formFaults`, with the number of characters. */
const mostCharacters = 20_000;
const mostAnswers = 50;
const answer = z.string().max(mostCharacters);

/** One or several: a multipart body has no other way to say that there is one of what there may be more of. */
const several = <Item extends z.ZodType>(item: Item, most: number) =>
  z.union([item, z.array(item).max(most)]);

const schemaOf = ({ type }: FormField, multipart: boolean): z.ZodType => {
  switch (type) {
    case 'files':
      return several(id, uploadLimits.files)
        .default([])
        .describe('files that were sent by the right of a visit before');
    case 'checkboxes':
      return several(answer, mostAnswers).default([]);
    case 'list':
      return multipart
        ? several(answer, mostAnswers).default([]).describe('rows, each as a JSON object')
        : z
            .array(z.record(z.string().max(40), answer))
            .max(mostAnswers)
            .default([]);
    case 'flag':
      return answer.default('').describe('`yes` or empty');
    default:
      return answer.default('');
  }
};

/** The body of a form: every question by its name, empty where it was not answered. `formFaults` says what is wrong. */
const bodyOf = (kind: FormKind) => {
  const { fields, multipart = false } = formKindOf(kind);
  return z.object({
    ...Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, multipart)])),
    website: z.string().max(500).default('').describe('what no human fills in (rule FORM-10)'),
  });
};

/** What is said of a form that was taken. */
export const formTaken = z.object({
  status: z
    .enum(['received', 'unconfirmed'])
    .describe('`unconfirmed` until the link in the e-mail is followed'),
  reference: z.string(),
});
export type FormTaken = z.infer<typeof formTaken>;

type Path<Kind extends FormKind> = `/api/${(typeof formKinds)[Kind]['call']}`;

const form = <Kind extends FormKind>(kind: Kind, summary: string) => {
  const { call, multipart } = formKindOf(kind);
  return {
    service: 'api',
    method: 'POST',
    path: `/api/${call}` as Path<Kind>,
    who: { kind: 'public' },
    rate: 'form',
    inTenMinutes: 'forms',
    summary,
    body: bodyOf(kind),
    ...(multipart && { multipart }),
    status: 201,
    response: formTaken,
    audit: 'form.send',
  } as const;
};

/** Everything that a visitor sends from a form of the site (rule FORM-12). */
export const formCalls = defineCalls({
  formBusiness: form('business', 'Asks for a quote for a company’s insurance.'),
  formOkuvisir: form('okuvisir', 'Registers a car for insurance by how it is driven.'),
  formChildinsurance: form('childinsurance', 'Applies for child insurance.'),
  formForvarnarsignup: form(
    'forvarnarsignup',
    'Asks for prevention tips, which a link in an e-mail confirms.',
  ),
  formForvarnarsignout: form('forvarnarsignout', 'Ends prevention tips at once.'),
  formAppointmentRequest: form('appointmentRequest', 'Asks for an appointment with an adviser.'),
  formLottery: form('lottery', 'Takes part in the Christmas draw, once for each kennitala.'),
  formOther: form('other', 'A request that has no form of its own.'),
  formSafetyproduct: form('safetyproduct', 'Suggests a product that prevents accidents.'),
  formConferencesignup: form('conferencesignup', 'Signs up for the prevention conference.'),
  formSalespromotion: form('salespromotion', 'Asks to be called about the winter offer.'),
  formOpportunity: form('opportunity', 'Asks for a price.'),
  formOpportunityV2: form('opportunityV2', 'Asks for a quote for a whole family, with documents.'),
  formCommunication: form('communication', 'A complaint, a compliment or a suggestion.'),
  formInquiry: form('inquiry', 'An inquiry.'),
  formSalesforceCase: form('salesforceCase', 'A case with documents, handed on to customer relations.'),
  formDataGateway: form('dataGateway', 'Data about a case, from whoever works on it for us.'),
  confirmPrevention: {
    service: 'api',
    method: 'POST',
    path: '/api/form/v1/forvarnarconfirm',
    who: { kind: 'public' },
    rate: 'form',
    summary: 'Confirms a subscription to prevention tips by the secret of the link; 404 when it has run out.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ status: z.literal('confirmed') }),
    audit: 'form.confirm',
  },
  addFormAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/form/v1/attachments',
    who: { kind: 'visitor' },
    rate: 'write',
    summary: 'Announces a file that goes with a form; its bytes follow in parts.',
    body: uploadOffer,
    status: 201,
    response: upload,
  },
});

/** Name of the call that a form is sent by. */
export const formCallName = (kind: FormKind) =>
  `form${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `form${Capitalize<FormKind>}`;

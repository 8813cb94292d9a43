import { type FormKind, formKindOf, type formKinds } from '@hofn/domain/form-kinds.ts';
import type { FormField } from '@hofn/domain/forms.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { upload, uploadLimits, uploadOffer } from './uploads.ts';
import { id } from './values.ts';

/** Above every field's own limit: `formFaults` reports answers that are too long, with the number of characters. */
const mostCharacters = 20_000;
const mostAnswers = 50;
const answer = z.string().max(mostCharacters);

/** One item or a list: a multipart body cannot express a list with a single item. */
const several = <Item extends z.ZodType>(item: Item, most: number) =>
  z.union([item, z.array(item).max(most)]);

const schemaOf = ({ type }: FormField, multipart: boolean): z.ZodType => {
  switch (type) {
    case 'files':
      return several(id, uploadLimits.files)
        .default([])
        .describe('ids of files uploaded beforehand with a visit token');
    case 'checkboxes':
      return several(answer, mostAnswers).default([]);
    case 'list':
      return multipart
        ? several(answer, mostAnswers).default([]).describe('rows, each a JSON object')
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

/** The body of a form: every field by name, empty if not answered. `formFaults` validates it. */
const bodyOf = (kind: FormKind) => {
  const { fields, multipart = false } = formKindOf(kind);
  return z.object({
    ...Object.fromEntries(fields.map((field) => [field.name, schemaOf(field, multipart)])),
    website: z.string().max(500).default('').describe('honeypot field: must be empty (rule FORM-10)'),
  });
};

/** The response to an accepted form. */
export const formAccepted = z.object({
  status: z
    .enum(['received', 'unconfirmed'])
    .describe('`unconfirmed` until the link in the e-mail has been opened'),
  reference: z.string(),
});
export type FormAccepted = z.infer<typeof formAccepted>;

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
    ...((kind === 'inquiry' || kind === 'communication') && { notesCustomer: true as const }),
    ...(multipart && { multipart }),
    status: 201,
    response: formAccepted,
    audit: 'form.send',
    events:
      kind === 'forvarnarsignup'
        ? ({ none: 'a subscription counts once it is confirmed' } as const)
        : kind === 'communication'
          ? (['form.submitted', 'complaint.received'] as const)
          : (['form.submitted'] as const),
  } as const;
};

/** All forms a visitor can submit on the site (rule FORM-12). */
export const formCalls = defineCalls({
  formBusiness: form('business', 'Requests a quote for company insurance.'),
  formOkuvisir: form('okuvisir', 'Registers a car for usage-based insurance.'),
  formChildinsurance: form('childinsurance', 'Applies for child insurance.'),
  formForvarnarsignup: form(
    'forvarnarsignup',
    'Subscribes to prevention tips, to be confirmed by a link in an e-mail.',
  ),
  formForvarnarsignout: form('forvarnarsignout', 'Unsubscribes from prevention tips.'),
  formAppointmentRequest: form('appointmentRequest', 'Requests an appointment with an adviser.'),
  formLottery: form('lottery', 'Enters the Christmas draw, once per kennitala.'),
  formOther: form('other', 'Sends a request that has no form of its own.'),
  formSafetyproduct: form('safetyproduct', 'Suggests an accident prevention product.'),
  formConferencesignup: form('conferencesignup', 'Signs up for the prevention conference.'),
  formSalespromotion: form('salespromotion', 'Requests a call about the winter offer.'),
  formOpportunity: form('opportunity', 'Requests a price.'),
  formOpportunityV2: form('opportunityV2', 'Requests a quote for a whole family, with documents.'),
  formCommunication: form('communication', 'Sends a complaint, compliment or suggestion.'),
  formInquiry: form('inquiry', 'Sends an inquiry.'),
  formSalesforceCase: form('salesforceCase', 'Sends a case with documents, passed on to the CRM.'),
  formDataGateway: form('dataGateway', 'Sends data about a case from a contractor working on it for us.'),
  confirmPrevention: {
    service: 'api',
    method: 'POST',
    path: '/api/form/v1/forvarnarconfirm',
    who: { kind: 'public' },
    rate: 'form',
    summary:
      'Confirms a subscription to prevention tips with the token from the link; 404 once it has expired.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ status: z.literal('confirmed') }),
    audit: 'form.confirm',
    events: ['subscription.confirmed'],
  },
  addFormAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/form/v1/attachments',
    who: { kind: 'visitor' },
    rate: 'write',
    summary: 'Registers a file for a form; the content is then uploaded in parts.',
    body: uploadOffer,
    status: 201,
    response: upload,
    audit: { none: 'part of a form, recorded when it is sent' },
    events: { none: 'part of a form that is not sent yet' },
  },
});

/** Name of the call that submits a form. */
export const formCallName = (kind: FormKind) =>
  `form${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `form${Capitalize<FormKind>}`;

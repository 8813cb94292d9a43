import { defineType, group, text, texts } from './field.ts';
import { pageFields } from './parts.ts';

const required = { required: true } as const;

/** Texts of the fields of a form, by field name. */
export const fieldTexts = () =>
  group(
    {
      name: text({ ...required, about: 'field name; in a list `vehicles.use`' }),
      label: text(required),
      hint: text(),
      placeholder: text({ about: 'first option of a select' }),
      row: text({ about: 'heading of a row, with {n}' }),
      add: text(),
      remove: text(),
      options: group({ value: text(required), label: text(required) }, { keyedBy: 'value' }),
      faults: group({ reason: text(required), text: text(required) }, { about: 'override the common texts' }),
    },
    { keyedBy: 'name' },
  );

/** A form of the site: texts of the page and its fields. Validation rules are in `form-kinds.ts` of @hofn/domain. */
export const form = defineType({
  id: 'form',
  label: 'Form',
  fields: {
    ...pageFields,
    kind: text({ ...required, about: 'name of the form: `inquiry`' }),
    notesTitle: text({ about: 'heading of the notes' }),
    notes: texts(),
    sections: texts({ about: 'section headings' }),
    fields: fieldTexts(),
    submit: text(required),
    thanksTitle: text(required),
    thanksText: text({ ...required, about: 'may contain {email}' }),
    fromPrice: text({ about: 'message filled in for somebody who has a price, with {price}' }),
    fromQuote: text({
      about: 'message filled in for somebody with a saved price, with {price} and {reference}',
    }),
    fromPlate: text({ about: 'line added to the message for somebody who gave a number plate, with {text}' }),
    fromAddress: text({ about: 'line added to the message for somebody who gave an address, with {text}' }),
    fromPriceTitle: text({ about: 'heading for somebody who has a price and asks for a call about it' }),
    fromPriceLead: text({ about: 'lead for them' }),
    fromPriceSubmit: text({ about: 'button for them' }),
    fromPriceThanks: text({ about: 'thanks for them; may contain {email}' }),
  },
});

/** Texts shared by all forms. */
export const formLabels = defineType({
  id: 'formLabels',
  label: 'Forms: common words',
  single: true,
  fields: {
    optional: text(required),
    summaryOne: text(required),
    summaryMany: text({ ...required, about: 'with {n}' }),
    sending: text(required),
    retry: text(required),
    submitErrorMessage: text(required),
    duplicateSubmission: text({ ...required, about: 'shown when the form had already been submitted' }),
    ssnNotFound: text(required),
    tooMany: text({ ...required, about: 'with {minutes}' }),
    counter: text({ ...required, about: 'with {count} and {max}' }),
    leaveEmpty: text(required),
    reference: text({ ...required, about: 'with {reference}' }),
    toFront: text(required),
    privacy: text(required),
    noScript: text({ ...required, about: 'for browsers without JavaScript' }),
    kr: text(required),
    leaveTitle: text(required),
    leaveText: text(required),
    leave: text(required),
    stay: text(required),
    close: text(required),
    requiredField: text(required),
    invalidEmail: text(required),
    invalidSsn: text(required),
    phone: text(required),
    maxLength: text({ ...required, about: 'with {max} and {over}' }),
    minLength: text({ ...required, about: 'with {min}' }),
    day: text(required),
    plate: text(required),
    postalCode: text(required),
    url: text(required),
    range: text(required),
    choice: text(required),
    money: text(required),
    dayRange: text(required),
    workingDay: text(required),
    notCompany: text(required),
    notPerson: text(required),
    age: text(required),
    duplicate: text(required),
    mostRows: text({ ...required, about: 'with {max}' }),
    filesUnfinished: text(required),
    filesOpening: text(required),
    filesFailed: text(required),
  },
});

/** The page that confirms a subscription, linked from the e-mail. */
export const formConfirm = defineType({
  id: 'formConfirm',
  label: 'Confirm a subscription',
  single: true,
  fields: {
    ...pageFields,
    confirm: text(required),
    confirming: text(required),
    confirmed: text(required),
    confirmedText: text(required),
    gone: text(required),
    goneText: text(required),
    again: text(required),
    signup: text({ ...required, about: 'key of the subscription page' }),
    failed: text(required),
    noScript: text({ ...required, about: 'for browsers without JavaScript' }),
  },
});

import { advice } from './advice.ts';
import { article } from './article.ts';
import { assistance } from './assistance.ts';
import { boardMember } from './board-member.ts';
import { company } from './company.ts';
import { event } from './event.ts';
import { eventLabels } from './event-labels.ts';
import { events } from './events.ts';
import { faq } from './faq.ts';
import type { DocumentType } from './field.ts';
import { figures } from './figures.ts';
import { claimLine, fileClaim } from './file-claim.ts';
import { footer } from './footer.ts';
import { form, formConfirm, formLabels } from './form.ts';
import { front } from './front.ts';
import { generic } from './generic.ts';
import { genericTable } from './generic-table.ts';
import { groupType } from './group.ts';
import { jolakula } from './jolakula.ts';
import { menu } from './menu.ts';
import { openingHoursType } from './opening-hours.ts';
import { places } from './places.ts';
import { priceOffer, prices } from './prices.ts';
import { product } from './product.ts';
import { proofCheck } from './proof-check.ts';
import { report } from './report.ts';
import { signatureCheck } from './signature-check.ts';
import { notFound, serverError } from './status.ts';
import { team } from './team.ts';
import { terms } from './terms.ts';
import { termsDocument } from './terms-document.ts';
import { travelCheck } from './travel-check.ts';

/** All document types. To add one, add a file here and a line below. */
export const documentTypes: readonly DocumentType[] = [
  advice,
  article,
  assistance,
  boardMember,
  claimLine,
  company,
  event,
  eventLabels,
  events,
  faq,
  figures,
  fileClaim,
  footer,
  form,
  formConfirm,
  formLabels,
  front,
  generic,
  genericTable,
  groupType,
  jolakula,
  menu,
  notFound,
  openingHoursType,
  places,
  priceOffer,
  prices,
  product,
  report,
  serverError,
  proofCheck,
  signatureCheck,
  team,
  terms,
  termsDocument,
  travelCheck,
];

export type { DocumentType, Field, Fields } from './field.ts';
export { toFileFormat } from './file-format.ts';

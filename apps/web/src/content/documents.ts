/** Data of each public template: content documents in one language, as output by `generate`. */
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import type { IconName, IllustrationName } from '@hofn/ui';
import type { PageContext } from '../engine/types.ts';
import type { ContentLink, PageLink, StatusPage } from './site.ts';

export type Block =
  | { type: 'heading' | 'paragraph'; text: string }
  | { type: 'list' | 'steps'; items: string[] };

/** Ancestors of the page, nearest last. */
type Placed = { crumbs: PageLink[] };

/** Figures about the insurer, from its annual report, and who watches over it. */
export type Figures = {
  title: string;
  items: { value: string; label: string }[];
  source?: PageLink;
  complaints?: PageLink;
  regulator?: string;
};

/** The people who answer, by role. */
export type Team = {
  title: string;
  lead?: string;
  members: { portrait: IllustrationName; role: string; text?: string }[];
};

export type FrontDocument = {
  hero: { title: string; lead: string };
  insure: { label: string; hint: string; missing: string; price: PageLink; all: PageLink };
  /** What visitors come for besides: something has happened. */
  tasks: (PageLink & { text: string; icon: IconName })[];
  figures?: Figures | undefined;
  team?: Team | undefined;
  products: {
    title: string;
    all: PageLink;
    cards: { id: string; title: string; text: string; illustration: IllustrationName; links: PageLink[] }[];
  };
  whatToDo: {
    title: string;
    lead: string;
    steps: { title: string; text: string }[];
    button?: PageLink;
    listTitle: string;
    events: (PageLink & { icon: IconName })[];
  };
  contact: { title: string; phone: string; phoneHref: string; text: string; inquiry?: PageLink };
  advice: {
    title: string;
    all: PageLink;
    lead: PageLink & { category: string; date: string; text: string; illustration: IllustrationName };
    items: (PageLink & { category: string; date: string })[];
  };
};

/** `products/<id>.json` in one language, with references resolved; amounts in whole ISK. */
export type ProductDocument = Placed & {
  id: string;
  title: string;
  lead: string;
  intro: string;
  illustration: IllustrationName;
  /** Lowest price, paid monthly, for products with public prices. */
  priceFrom?: { perMonthIsk: number };
  covers: { title: string; text: string }[];
  notCovered: { title: string; text: string }[];
  deductible: {
    text: string;
    rows: { label: string; amountIsk?: number; percent?: number }[];
  };
  priceFactors: string[];
  whatToDoWhenItHappens: string[];
  goodToKnow: string[];
  faq: { q: string; a: string }[];
  ipid: {
    whatIsInsured: string[];
    whatIsNotInsured: string[];
    restrictions: string[];
    where: string;
    obligations: string[];
    whenAndHowToPay: string;
    whenCoverStartsAndEnds: string;
    howToCancel: string;
  };
  terms: { code: string; title: string; path: string; page: string }[];
  related: (PageLink & { lead: string })[];
  /** Link to the price page, for products with public prices. */
  price?: PageLink;
  /** Link to the form for a price that an adviser works out. */
  request?: PageLink;
  figures?: Figures;
};

/** A page that lists products: a single group, all groups, or business insurance. */
export type GroupDocument = Placed & {
  title: string;
  lead: string;
  body: Block[];
  groups: {
    title: string;
    page?: string;
    path?: string;
    products: (PageLink & { lead: string; illustration: IllustrationName })[];
  }[];
  links: ContentLink[];
};

export type GenericDocument = Placed & {
  title: string;
  lead: string;
  body: Block[];
  law: string[];
  table?: { caption: string; columns: string[]; rows: string[][] };
  links: ContentLink[];
  /** Who answers; only on the pages about the company and its contacts. */
  team?: Team;
  figures?: Figures;
  /** Board members; only on the board's page. */
  board?: (PageLink & { role: string })[];
};

/** Rows of figures: one per row in `bars` and `line`, one per series in `columns`. */
export type ReportChart = {
  title: string;
  kind: 'bars' | 'columns' | 'line';
  unit: string;
  series?: string[];
  rows: { label: string; values: number[] }[];
};

export type ReportDocument = Placed & {
  title: string;
  lead: string;
  keyFigures: { label: string; value: string; note?: string }[];
  body: Block[];
  charts: ReportChart[];
  /** All pages of the report, in order, including this one. */
  pages: PageLink[];
};

export type EventsDocument = Placed & {
  title: string;
  lead: string;
  emergency: string;
  events: (PageLink & { icon: IconName; lead: string })[];
};

export type EventDocument = Placed & {
  title: string;
  icon: IconName;
  lead: string;
  labels: Record<'firstSteps' | 'photos' | 'tell' | 'products' | 'howToFile' | 'next' | 'emergency', string>;
  firstSteps: string[];
  photos: string[];
  tell: { who: string; when: string }[];
  products: (PageLink & { text: string })[];
  howToFile: { text: string; link?: PageLink };
  next: string[];
};

/** Texts of the pages of all lines of insurance. */
export type FileClaimLabels = Record<
  | 'emergency'
  | 'start'
  | 'goOn'
  | 'documents'
  | 'documentsText'
  | 'how'
  | 'signInTitle'
  | 'signInText'
  | 'signIn'
  | 'opening'
  | 'failed'
  | 'again'
  | 'noScript',
  string
> & { steps: string[] };

export type FileClaimDocument = Placed &
  FileClaimLabels & {
    title: string;
    lead: string;
    chooseLine: string;
    lines: (PageLink & { name: string; lead: string })[];
    team?: Team;
  };

export type ClaimLineDocument = Placed & {
  title: string;
  lead: string;
  line: ClaimLine;
  labels: FileClaimLabels;
  /** Who handles these claims. */
  person?: Team['members'][number];
  /** Documents that the customer should have ready. */
  documents: string[];
};

/** Texts of a form field. */
export type FormFieldWords = {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  row?: string;
  add?: string;
  remove?: string;
  options?: { value: string; label: string }[];
  faults?: { reason: string; text: string }[];
};

/** Texts of every form. */
export type FormLabels = Record<
  | 'optional'
  | 'summaryOne'
  | 'summaryMany'
  | 'sending'
  | 'retry'
  | 'submitErrorMessage'
  | 'duplicateSubmission'
  | 'ssnNotFound'
  | 'tooMany'
  | 'counter'
  | 'leaveEmpty'
  | 'reference'
  | 'toFront'
  | 'privacy'
  | 'noScript'
  | 'kr'
  | 'leaveTitle'
  | 'leaveText'
  | 'leave'
  | 'stay'
  | 'close'
  | 'requiredField'
  | 'invalidEmail'
  | 'invalidSsn'
  | 'filesUnfinished'
  | 'filesOpening'
  | 'filesFailed',
  string
> &
  /** Error messages of fields, by reason. */
  Record<string, string | undefined>;

export type FormDocument = Placed & {
  title: string;
  lead: string;
  kind: FormKind;
  notesTitle?: string;
  notes: string[];
  sections: string[];
  fields: FormFieldWords[];
  submit: string;
  thanksTitle: string;
  thanksText: string;
  /** The message of somebody who has a price, with {price}, and {reference} if it was saved. */
  /** Who answers what is sent. */
  person?: Team['members'][number];
  fromPrice?: string;
  fromQuote?: string;
  fromPlate?: string;
  fromAddress?: string;
  /** Other texts of the page for them, because they ask for a call about that price. */
  fromPriceTitle?: string;
  fromPriceLead?: string;
  fromPriceSubmit?: string;
  fromPriceThanks?: string;
  labels: FormLabels;
  privacy?: PageLink;
};

/** Texts of prices, on the price page and on the page of a saved price. */
export type PriceWords = Record<
  | 'noScript'
  | 'another'
  | 'otherTitle'
  | 'otherText'
  | 'plate'
  | 'address'
  | 'insuredHint'
  | 'submit'
  | 'asking'
  | 'incomplete'
  | 'failed'
  | 'unavailable'
  | 'again'
  | 'opening'
  | 'openFailed'
  | 'between'
  | 'result'
  | 'deductible'
  | 'sumInsured'
  | 'monthly'
  | 'monthlyFee'
  | 'minimumPremium'
  | 'validTo'
  | 'announce'
  | 'choice'
  | 'choiceLevel'
  | 'levelsTitle'
  | 'levelsText'
  | 'levelLiability'
  | 'levelNo'
  | 'levelYes'
  | 'levelJewellery'
  | 'levelCash'
  | 'levelPrice'
  | 'levelNote'
  | 'estimateTitle'
  | 'estimateArea'
  | 'estimatePeople'
  | 'estimateResult'
  | 'estimateUse'
  | 'estimateSource'
  | 'copy'
  | 'copied'
  | 'remembered'
  | 'rememberedText'
  | 'forget'
  | 'forgetOf'
  | 'covers'
  | 'notCovered'
  | 'terms'
  | 'howDeductible'
  | 'assumptions'
  | 'ask'
  | 'askText'
  | 'buy'
  | 'buyText'
  | 'buying'
  | 'keepTitle'
  | 'keepText'
  | 'email'
  | 'emailHint'
  | 'keep'
  | 'keeping'
  | 'kept'
  | 'changed'
  | 'keptBefore'
  | 'keptText'
  | 'keptEmail',
  string
> & {
  fields: FormFieldWords[];
  /** Assumptions of a product's price. */
  notes: { product: string; text: string }[];
  /** Texts of every form. */
  labels: FormLabels;
  /** Links to the advisers' form, and to the page of a saved price. */
  request?: PageLink;
  offer?: PageLink;
  /** Where customers buy. */
  purchase?: PageLink;
};

export type PricesDocument = Placed &
  PriceWords &
  Record<'title' | 'lead' | 'elsewhereTitle' | 'elsewhereText' | 'open' | 'openTitle', string> & {
    links: ContentLink[];
    figures?: Figures;
    groups: {
      title: string;
      products: (PageLink & { id: string; lead: string; illustration: IllustrationName })[];
    }[];
  };

export type PriceOfferDocument = Placed &
  Record<
    | 'title'
    | 'loading'
    | 'missing'
    | 'missingText'
    | 'failed'
    | 'again'
    | 'ended'
    | 'endedText'
    | 'about'
    | 'change'
    | 'workOut'
    | 'open'
    | 'openLabel'
    | 'openHint'
    | 'openMissing'
    | 'noScript',
    string
  > & { prices: PriceWords };

export type FormConfirmDocument = Record<
  | 'title'
  | 'lead'
  | 'confirm'
  | 'confirming'
  | 'confirmed'
  | 'confirmedText'
  | 'gone'
  | 'goneText'
  | 'again'
  | 'failed'
  | 'noScript',
  string
> & { signup?: PageLink };

/** Places in display order. `{name}`, `{phone}` and `{n}` are placeholders. */
export type PlacesDocument = Placed &
  Record<'title' | 'lead' | 'search' | 'service' | 'anyService' | 'call' | 'found' | 'none', string> & {
    places: (Record<
      'name' | 'kind' | 'address' | 'postalCode' | 'town' | 'district' | 'phone' | 'hours',
      string
    > & { services: string[] })[];
  };

export type AdviceDocument = Placed & {
  title: string;
  lead: string;
  signup?: PageLink;
  articles: (PageLink & { category: string; date: string; lead: string })[];
};

export type ArticleDocument = Placed & {
  title: string;
  category: string;
  date: string;
  lead: string;
  body: Block[];
  related: PageLink[];
};

export type FaqDocument = Placed & {
  title: string;
  lead: string;
  groups: {
    id: string;
    title: string;
    questions: { id: string; q: string; a: string; searchWords?: string }[];
  }[];
};

export type TermsIndexDocument = Placed & {
  title: string;
  lead: string;
  body: Block[];
  terms: (PageLink & { code: string; validFrom: string })[];
};

export type TermsDocument = Placed & {
  code: string;
  title: string;
  validFrom: string;
  note?: string;
  sections: { heading: string; paragraphs: string[] }[];
};

export type BoardMemberDocument = Placed & {
  name: string;
  role: string;
  since: number;
  independent: boolean;
  bio: string;
};

/** A page of the Christmas calendar. `{day}`, `{date}` and `{answer}` in labels are placeholders. */
export type JolakulaDocument = Placed & {
  title: string;
  lead?: string;
  year: number;
  labels: Record<
    | 'door'
    | 'open'
    | 'notYet'
    | 'opened'
    | 'today'
    | 'answer'
    | 'right'
    | 'wrong'
    | 'over'
    | 'before'
    | 'ingredients'
    | 'method'
    | 'kindTip'
    | 'kindStory'
    | 'kindRecipe'
    | 'kindQuiz'
    | 'safety'
    | 'back'
    | 'none'
    | 'failed'
    | 'retry'
    | 'script',
    string
  >;
};

/** A draft's page, or the list of its changes (rule PATH-18). */
export type DraftDocument =
  | {
      /** The draft's changes. */
      list: { path: string };
      page: {
        /** Published path of the page; undefined for a new one. */
        path: string | undefined;
        template: string;
        data: unknown;
        context: PageContext;
      };
    }
  | { changes: { title: string; path: string }[] };

export type StatusDocument = StatusPage;

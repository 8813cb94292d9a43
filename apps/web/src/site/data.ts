/**
 * What each template of the public site receives as `data`: one document of `content/`, in the page's language, with
 * every link resolved. A link to a page that this build does not make is left out, so that an optional link may be
 * absent and a list of links may be empty.
 */

/** A link inside the site (`to` starts with one slash, without the base) or out of it (a whole address). */
export type Link = { title: string; to: string };

/** Running text, in order. `steps` is a numbered list. */
export type Block =
  | { type: 'heading' | 'paragraph'; text: string }
  | { type: 'list' | 'steps'; items: string[] };

/** Template `front`. */
export type FrontData = {
  hero: { title: string; lead: string; illustration: string; illustrationAlt: string };
  tasks: (Link & { text: string; icon: string; primary?: boolean })[];
  products: {
    title: string;
    all?: Link;
    cards: { id: string; title: string; text: string; illustration: string; links: Link[] }[];
  };
  whatToDo: {
    title: string;
    lead: string;
    steps: { title: string; text: string }[];
    button?: Link;
    listTitle: string;
    events: (Link & { icon: string })[];
  };
  contact: { title: string; phone: string; phoneHref: string; text: string; inquiry?: Link };
  advice: {
    title: string;
    all?: Link;
    lead?: Link & { category: string; date: string; text: string; illustration: string };
    items: (Link & { category: string; date: string })[];
  };
};

/** A product as one of several. `to` is its page. */
export type ProductCard = Link & { id: string; lead: string; illustration: string };

/** Template `group`: one group of products, the page of all groups, and the page for companies. */
export type GroupData = {
  title: string;
  lead: string;
  body: Block[];
  /** One section without a title where the page is one group. */
  sections: { title?: string; to?: string; lead?: string; products: ProductCard[] }[];
  links: Link[];
};

/** Template `product`. Amounts in whole króna. */
export type ProductData = {
  id: string;
  title: string;
  lead: string;
  intro: string;
  illustration: string;
  group?: Link;
  audience: ('individual' | 'company')[];
  covers: { title: string; text: string }[];
  notCovered: { title: string; text: string }[];
  deductible: { text: string; rows: { label: string; amountIsk: number }[] };
  priceFactors: string[];
  whatToDoWhenItHappens: string[];
  goodToKnow: string[];
  faq: { q: string; a: string }[];
  /** Insurance product information document, by the questions that the law asks it to answer. */
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
  terms: (Link & { code: string })[];
  related: ProductCard[];
};

/** Template `generic`. */
export type GenericData = {
  title: string;
  lead: string;
  body: Block[];
  table?: { caption: string; columns: string[]; rows: string[][] };
  /** Acts that the page stands on, `30/2004`. */
  law: string[];
  links: Link[];
  /** Members of the board, on their own list's page. */
  people?: (Link & { role: string })[];
};

/** Template `boardMember`. */
export type BoardMemberData = {
  title: string;
  role: string;
  since: number;
  independent: boolean;
  bio: string;
  back?: Link;
};

/** Template `events`: what can happen, as a list of links. */
export type EventsData = {
  title: string;
  lead: string;
  emergency: string;
  events: (Link & { icon: string; lead: string })[];
};

/** Template `event`: what to do when one thing has happened. `labels` are the headings. */
export type EventData = {
  title: string;
  icon: string;
  lead: string;
  labels: Record<'firstSteps' | 'photos' | 'tell' | 'products' | 'howToFile' | 'next' | 'emergency', string>;
  firstSteps: string[];
  photos: string[];
  tell: { who: string; when: string }[];
  products: (Link & { text: string })[];
  howToFile: { text: string; link?: Link };
  next: string[];
  back?: Link;
};

/** An article as one of several. `date` is `YYYY-MM-DD`. */
export type ArticleCard = Link & { category: string; date: string; lead: string };

/** Template `advice`: the articles, newest first. */
export type AdviceData = { title: string; lead: string; articles: ArticleCard[]; signup?: Link };

/** Template `article`. */
export type ArticleData = {
  title: string;
  category: string;
  date: string;
  lead: string;
  body: Block[];
  related: Link[];
  back?: Link;
};

/** Template `faq`. */
export type FaqData = {
  title: string;
  lead: string;
  groups: { id: string; title: string; questions: { id: string; q: string; a: string }[] }[];
};

/** Template `terms`: every terms document by code. */
export type TermsData = {
  title: string;
  lead: string;
  body: Block[];
  documents: (Link & { code: string; validFrom: string })[];
};

/** Template `termsDocument`: one terms document. */
export type TermsDocumentData = {
  title: string;
  code: string;
  validFrom: string;
  note: string;
  sections: { heading: string; paragraphs: string[] }[];
  back?: Link;
};

/** Templates `notFound` and `serverError`. `retry` is the label of the button that loads the page again. */
export type StatusData = { title: string; text: string; retry?: string; links: Link[] };

/** An entry of the site's menu; without `to` it only holds its `items`. */
export type MenuEntry = { id?: string; title: string; to?: string; icon?: string; items: MenuEntry[] };

/** Which of the three menus a page stands under. */
export type MenuTop = 'individuals' | 'companies' | 'about';

/** Opening hours of one service (rule SITE-11). `dagar` are days of the week, 1 is Monday. Hours are `HH:MM`. */
export type OpeningHours = {
  nafn: string;
  phone?: string;
  timi: { titill: string; opnar: string; lokar: string; dagar: number[] }[];
};

/** What the shell around every page receives: `useStaticQuery('shell')`. */
export type ShellData = {
  company: {
    name: string;
    shortName: string;
    address: string;
    phone: string;
    phoneHref: string;
    email: string;
    emailHref: string;
  };
  menu: {
    top: (Link & { id: MenuTop })[];
    middle: Record<MenuTop, MenuEntry[]>;
    links: Record<MenuTop, (Link & { icon: string })[]>;
    /** The portal's main navigation (rule PORT-15). `page` is the key of the page; `audience` hides it from the other kind. */
    portal: (Link & { page: string; audience?: 'person' | 'company' })[];
    /** Under each entry of `portal`, by its `page`. */
    portalSub: Record<string, (Link & { page: string; audience?: 'person' | 'company' })[]>;
  };
  footer: {
    phone: string;
    email: string;
    linkGroups: { categoryName: string; links: Link[] }[];
    openingHours: OpeningHours[];
    /** Closed days and days with other hours; `null` hours mean closed. */
    holidays: { dagur: string; nafn: string; opnar: string | null; lokar: string | null }[];
    holidayNote: string;
    buttonLinks: Link[];
    bottomLinks: Link[];
    copyright: string;
  };
  noScript: { title: string; text: string };
};

import type { Guide } from './is.ts';

/** English advice by part. */
export const en: Guide = {
  Stack: {
    use: 'Things below each other at the same distance: paragraphs, fields, rows.',
    avoid: 'Things beside each other (Row, Grid), or to widen a gap in one place.',
  },
  Row: {
    use: 'Buttons, tags or short facts beside each other; they wrap when the room runs out.',
    avoid: 'Columns of equal width (Grid), or actions that arrow keys should move between (Toolbar).',
  },
  Columns: {
    use: 'The main content and what goes with it: a price, facts, the next steps.',
    avoid: 'Two equal halves (Grid), or an aside that is empty on most pages.',
  },
  Grid: {
    use: 'Cards, fields or figures of equal rank, as many in a line as fit.',
    avoid: 'What is read across, line by line: that is a table.',
  },
  Card: {
    use: 'What can be picked up whole: a claim, a payment, an offer. A filled card goes with other content.',
    avoid: 'Around part of a page (Section), a card in a card, or for facts alone (DescriptionList).',
  },
  Toolbar: {
    use: 'Many actions on a list or a document: one tab stop, with arrow keys between them.',
    avoid: 'The buttons of a form, or two or three single actions (Row).',
  },
  Illustration: {
    use: 'Shows what the page is about, or what an empty place will hold. Each drawing once per page.',
    avoid: 'Not as decoration beside lists or tables, and not for actions (Icon).',
  },
  Section: {
    use: 'A titled part of a page, which screen readers can jump to.',
    avoid: 'Each card in a list: too many landmarks help nobody.',
  },
  Button: {
    use: 'An action: send, save, delete. One primary button per view.',
    avoid: 'A way to another page: that is a link, which may look like a button.',
  },
  IconButton: {
    use: 'A well-known action in little room: close, print, delete.',
    avoid: 'An action that its icon alone does not explain; then a Button with words.',
  },
  Menu: {
    use: 'Three or more actions that are seldom used.',
    avoid: 'The main action, a single one (Button), or the choice of a value (SelectField).',
  },
  Dialog: {
    use: 'A question or a short task that must end before going on.',
    avoid: 'A message that asks for nothing (Toast), or a long form: that is a page.',
  },
  Toast: {
    use: 'Word that an action worked, or failed with nothing lost.',
    avoid: 'An error that the user must act on (Alert), or a text that must be read.',
  },
  Toasts: {
    use: 'Once per page, around the toasts, so that screen readers read them out.',
    avoid: 'Around anything but toasts.',
  },
  Alert: {
    use: 'What matters for the whole page or form: an error, a warning, a success.',
    avoid: 'An error in one field, which belongs at the field, or a state in a list (Tag).',
  },
  Notification: {
    use: 'Word to everybody on every screen, until it is closed.',
    avoid: 'What concerns one screen only (Alert).',
  },
  StatusRegion: {
    use: 'Around messages that appear later, so that screen readers read them out.',
    avoid: 'Content that is on the page from the start.',
  },
  Tag: {
    use: 'The state of one thing: an icon and words. Without a background (isSubtle) for the most common one.',
    avoid: 'What is clicked, or a category without a state.',
  },
  TextField: {
    use: 'A short text: a name, an email address.',
    avoid: 'A number with a form of its own (MoneyField, KennitalaField), or several lines (TextArea).',
  },
  SearchField: {
    use: 'Searching a list or the site.',
    avoid: 'Choosing among a few (SelectField).',
  },
  SelectField: {
    use: 'One of five to twenty familiar choices.',
    avoid: 'Fewer than five (RadioGroup), or so many that one must search.',
  },
  TextArea: {
    use: 'A story or an explanation in several lines.',
    avoid: 'An answer in one line (TextField).',
  },
  PasswordField: {
    use: 'A password, which can be shown.',
    avoid: 'A code in a text message, which is no secret for long (TextField).',
  },
  KennitalaField: {
    use: 'The national ID of a person or a company.',
    avoid: 'Other numbers; spaces and dashes change here.',
  },
  PhoneField: {
    use: 'An Icelandic telephone number.',
    avoid: 'A number abroad, which keeps its form in a TextField.',
  },
  MoneyField: {
    use: 'An amount in whole krónur.',
    avoid: 'A count or a share (TextField with a unit).',
  },
  BankAccountField: {
    use: 'An Icelandic account in three parts; it can be pasted whole.',
    avoid: 'A card number or an IBAN.',
  },
  DateField: {
    use: 'A date that the user knows: a birthday, the day of a loss.',
    avoid: 'A day chosen by weekday, unless a calendar goes with it.',
  },
  RadioGroup: {
    use: 'One of a few; all are seen.',
    avoid: 'More than seven (SelectField), or a yes or no that applies at once (Switch).',
  },
  CheckboxGroup: {
    use: 'One, none or several of a few.',
    avoid: 'One of several (RadioGroup).',
  },
  Checkbox: {
    use: 'A yes or no that is sent with a form.',
    avoid: 'A setting that applies at once (Switch).',
  },
  Switch: {
    use: 'A setting that applies as soon as it is changed.',
    avoid: 'Consent in a form (Checkbox).',
  },
  FileField: {
    use: 'Photographs and documents for a case, with the state of each file.',
    avoid: 'A picture of the user, which is cropped on a screen of its own.',
  },
  ErrorSummary: {
    use: 'At the top of a form that was sent, when fields need mending.',
    avoid: 'A service that failed (Alert), or while somebody is still typing.',
  },
  Steps: {
    use: 'A form of three to six steps.',
    avoid: 'How a case goes that others work on (Timeline).',
  },
  KeyFigures: {
    use: 'Two to four figures that answer the question of the screen.',
    avoid: 'More of them (Table), or figures that answer nothing.',
  },
  KeyFigure: {
    use: 'A single figure, or an explanation instead of a figure.',
    avoid: 'Outside KeyFigures.',
  },
  PriceBox: {
    use: 'A price with its parts and how long it holds.',
    avoid: 'A payment that is due (KeyFigures).',
  },
  DataScreen: {
    use: 'Data that is fetched: its four states in one place.',
    avoid: 'Content that comes with the page.',
  },
  DelayedLoading: {
    use: 'A wait that may be short: nothing shows for the first 300 ms.',
    avoid: 'A button that sends (Button with isLoading).',
  },
  Skeleton: {
    use: 'The shape of the content while it is fetched.',
    avoid: 'A wait without a known shape (Progress).',
  },
  Progress: {
    use: 'How far something is, or that it goes on.',
    avoid: 'The steps of a user (Steps).',
  },
  EmptyState: {
    use: 'There is nothing yet: what will be here, and what to do next.',
    avoid: 'A search that found nothing in a long list: then one sentence will do.',
  },
  ErrorState: {
    use: 'The data could not be fetched: why, whether all is safe, and a number to call.',
    avoid: 'An action that failed on a screen that works (Alert).',
  },
  PageHead: {
    use: 'At the top of each screen: its heading, a line and actions.',
    avoid: 'The heading of a part (Section).',
  },
  PageHeadFrame: {
    use: 'A screen that fetches data: the heading stays while it arrives.',
    avoid: 'A screen that has everything from the start (PageHead).',
  },
  PageHeadParts: {
    use: 'What the data adds to the head.',
    avoid: 'Outside PageHeadFrame.',
  },
  Breadcrumbs: {
    use: 'Pages more than one level down.',
    avoid: 'In a dialog, or on a front page.',
  },
  Pagination: {
    use: 'A list of more than fifty rows.',
    avoid: 'A shorter list: show all of it.',
  },
  Timeline: {
    use: 'How a case goes: done, now, next, with a day and a name.',
    avoid: 'The steps of a form (Steps), or entries of an account (Table).',
  },
  Table: {
    use: 'What is compared in columns.',
    avoid: 'Facts about one thing (DescriptionList).',
  },
  Tabs: {
    use: 'Two to four slices of the same content, one at a time.',
    avoid: 'Content to compare, or steps in order.',
  },
  BarChart: {
    use: 'A few amounts compared, with their table.',
    avoid: 'What changes from year to year (YearChart), or one figure.',
  },
  YearChart: {
    use: 'What changes from year to year.',
    avoid: 'Categories without an order (BarChart).',
  },
  DescriptionList: {
    use: 'Names and values of one thing.',
    avoid: 'More than one thing (Table).',
  },
  Disclosure: {
    use: 'An explanation that few need, answers to questions.',
    avoid: 'What everybody must read.',
  },
};

import type { RequestStatus } from '@hofn/contracts';
import type { Translate } from '@hofn/texts';
import type { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { DescriptionList } from '@hofn/ui';

type Facts = RequestStatus['facts'];

/** What a request asks for, but for what the heading above, its kind, already says. */
export const factsBelowHeading = (t: Translate<typeof portal>, { kind, facts }: RequestStatus): Facts =>
  facts.filter(({ value }) => value !== t(`requests|${kind}`));

export const RequestFacts = ({ facts }: { facts: Facts }) => (
  <DescriptionList hasFigures items={facts.map(({ label, value }) => ({ term: label, value }))} />
);

import type { Waiting } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';

/** The id of the form that answers our question about a request. */
export const answerAnchor = (requestId: string): string => `answer-${requestId}`;

/** The page of a request: of its policy, or of the offer of a new one. */
export const requestPath = (
  { policyId, offerId }: Pick<Waiting['requests'][number], 'policyId' | 'offerId'>,
  language: Language,
): string => {
  if (policyId !== null) return pathOf('portal.policy', language, { id: policyId });
  return offerId === null
    ? pathOf('portal.matters', language)
    : pathOf('portal.offer', language, { id: offerId });
};

/** Where a request is answered: the field itself, which gets focus. */
export const answerPath = (request: Waiting['requests'][number], language: Language): string =>
  `${requestPath(request, language)}#${answerAnchor(request.id)}`;

import type { FormDocument } from '../../content/documents.ts';
import { pageDataAddress } from '../../engine/page-data-addresses.ts';
import type { PageData } from '../../engine/types.ts';

/**
 * Fetches a form's texts from its page data.
 * @throws when the page data cannot be fetched
 */
export const fetchFormDocument = async (path: string): Promise<FormDocument> => {
  const answer = await fetch(pageDataAddress(path));
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const { result } = (await answer.json()) as PageData<FormDocument>;
  return result.data;
};

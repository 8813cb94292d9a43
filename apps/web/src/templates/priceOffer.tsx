import type { PriceOfferDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { PriceOffer } from '../site/PriceOffer.tsx';

const PriceOfferTemplate = ({ data }: TemplateProps<PriceOfferDocument>) => <PriceOffer document={data} />;

export default PriceOfferTemplate;

import type { TemplateProps } from '../engine/types.ts';
import type { PriceOfferDocument } from '../site/documents.ts';
import { PriceOffer } from '../site/PriceOffer.tsx';

const PriceOfferTemplate = ({ data }: TemplateProps<PriceOfferDocument>) => <PriceOffer document={data} />;

export default PriceOfferTemplate;

import type { PricesDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Prices } from '../site/Prices.tsx';

const PricesTemplate = ({ data }: TemplateProps<PricesDocument>) => <Prices document={data} />;

export default PricesTemplate;

import type { TemplateProps } from '../engine/types.ts';
import type { PricesDocument } from '../site/documents.ts';
import { Prices } from '../site/Prices.tsx';

const PricesTemplate = ({ data }: TemplateProps<PricesDocument>) => <Prices document={data} />;

export default PricesTemplate;

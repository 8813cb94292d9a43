import type { ProductDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Product } from '../site/Product.tsx';

const ProductTemplate = ({ data }: TemplateProps<ProductDocument>) => <Product product={data} />;

export default ProductTemplate;

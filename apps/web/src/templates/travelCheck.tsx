import type { TemplateProps } from '../engine/types.ts';
import { TravelCheck, type TravelCheckDocument } from '../site/TravelCheck.tsx';

const TravelCheckTemplate = ({ data }: TemplateProps<TravelCheckDocument>) => <TravelCheck words={data} />;

export default TravelCheckTemplate;

import type { TemplateProps } from '../engine/types.ts';
import { OfferScreen } from '../portal/offers/OfferScreen.tsx';

const PortalOfferTemplate = ({ location }: TemplateProps) => <OfferScreen id={location.params.id ?? ''} />;

export default PortalOfferTemplate;

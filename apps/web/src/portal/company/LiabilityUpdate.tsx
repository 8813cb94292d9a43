import { CompanyUpdate } from './CompanyUpdate.tsx';

const PortalUpdateLiabilityTemplate = () => <CompanyUpdate cover="liability" />;

export default PortalUpdateLiabilityTemplate;

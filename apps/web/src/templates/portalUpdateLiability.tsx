import { CompanyUpdate } from '../portal/company/CompanyUpdate.tsx';

const PortalUpdateLiabilityTemplate = () => <CompanyUpdate cover="liability" />;

export default PortalUpdateLiabilityTemplate;

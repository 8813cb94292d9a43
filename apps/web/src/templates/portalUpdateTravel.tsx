import { CompanyUpdate } from '../portal/company/CompanyUpdate.tsx';

const PortalUpdateTravelTemplate = () => <CompanyUpdate cover="travel" />;

export default PortalUpdateTravelTemplate;

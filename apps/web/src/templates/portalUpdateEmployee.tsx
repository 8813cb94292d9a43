import { CompanyUpdate } from '../portal/company/CompanyUpdate.tsx';

const PortalUpdateEmployeeTemplate = () => <CompanyUpdate cover="personal" />;

export default PortalUpdateEmployeeTemplate;

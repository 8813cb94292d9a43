import { Payments } from '../portal/payments/Payments.tsx';

export default Payments;

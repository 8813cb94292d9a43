import { PaymentDetails } from '../portal/paymentdetails/PaymentDetails.tsx';

export default PaymentDetails;

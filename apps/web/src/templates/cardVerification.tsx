import { CardVerification } from '../portal/paymentdetails/CardVerification.tsx';

export default CardVerification;

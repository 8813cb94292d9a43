import { Offers } from '../portal/offers/Offers.tsx';

export default Offers;

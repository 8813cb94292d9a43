import { CommunicationScreen } from '../portal/communication/CommunicationScreen.tsx';

export default CommunicationScreen;

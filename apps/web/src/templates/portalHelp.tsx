import { HelpScreen } from '../portal/help/HelpScreen.tsx';

export default HelpScreen;

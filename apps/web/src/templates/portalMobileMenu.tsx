import { MobileMenuScreen } from '../portal/menu/MobileMenuScreen.tsx';

export default MobileMenuScreen;

import { NotificationsScreen } from '../portal/notifications/NotificationsScreen.tsx';

export default NotificationsScreen;

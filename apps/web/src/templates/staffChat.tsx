import { StaffChat } from '../staff/chat/StaffChat.tsx';

export default StaffChat;

// Imported by every frame with a session: an earlier page may have stored the data that sign-out deletes.
import { leaveChat } from '../chat/leave-chat.ts';
import { onSignOut } from '../session/sign-out.ts';
import { forgetHidden } from './hidden-popups.ts';

onSignOut(forgetHidden);
onSignOut(leaveChat);

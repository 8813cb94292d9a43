import type { ShownTravelCard } from '@hofn/contracts';
import { MayLapse } from '../policies/MayLapse.tsx';
import styles from './Travel.module.css';

/** That an overdue payment may end the policy of a card, also during a trip. */
export const TravelMayLapse = ({ card: { isOwn, holder, mayLapseOn } }: { card: ShownTravelCard }) =>
  mayLapseOn && (
    <div className={styles.mayLapse}>
      <MayLapse mayLapseOn={mayLapseOn} holder={isOwn ? undefined : holder} isDuringTrip />
    </div>
  );

import type { Price } from '@hofn/contracts';
import { buttonClass } from '@hofn/ui';
import type { PriceWords } from '../content/documents.ts';
import { Link } from '../engine/index.ts';
import styles from './PriceForm.module.css';

/** The way from a kept price to buying at it, where customers sign in (rule BUY-1). */
export const BuyLink = ({
  price,
  texts,
  reference,
}: {
  price: Pick<Price, 'isSoldOnline'>;
  texts: PriceWords;
  reference: string;
}) =>
  price.isSoldOnline === true &&
  texts.purchase && (
    <div className={styles.ask}>
      <p>{texts.buyText}</p>
      <p>
        {/* In the hash, which is sent to no server. */}
        <Link to={`${texts.purchase.path}#${reference}`} className={buttonClass()}>
          {texts.buy}
        </Link>
      </p>
    </div>
  );

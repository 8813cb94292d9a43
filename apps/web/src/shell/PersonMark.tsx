import { Icon } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useFileContent } from '../session/index.ts';
import { initials } from './initials.ts';
import styles from './PersonMark.module.css';

type Props = {
  name: string | undefined;
  /** Key of the picture, as the user information has it; nothing for none. */
  picture: string | null | undefined;
  large?: boolean;
};

/** A content as an address that an image takes; the page lets in images of its own and of `data:` alone. */
const useAddress = (content: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    setAddress(undefined);
    if (!content) return;
    const reader = new FileReader();
    reader.onload = () => setAddress(String(reader.result));
    reader.readAsDataURL(content);
    return () => reader.abort();
  }, [content]);
  return address;
};

/** Lies over the initials, which stand until it has come, and if it does not. */
const Picture = ({ picture }: { picture: string }) => {
  const call = useFileContent('/api/user/v1/profilepicture/{key}', { params: { key: picture } });
  const address = useAddress(call.data?.content);
  return address && <img src={address} alt="" />;
};

/** The round mark of the signed-in person (rule DATA-2). It says nothing: their name stands beside it. */
export const PersonMark = ({ name, picture, large }: Props) => (
  <span className={large ? `${styles.mark} ${styles.large}` : styles.mark} aria-hidden="true">
    {name ? initials(name) : <Icon name="user" size={20} />}
    {picture && <Picture key={picture} picture={picture} />}
  </span>
);

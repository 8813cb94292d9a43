import { Icon } from '@hofn/ui';
import { useEffect, useState } from 'react';
import { useFileContent } from '../session/index.ts';
import { initials } from './initials.ts';
import styles from './PersonMark.module.css';

type Props = {
  name: string | undefined;
  /** Key of the picture in the user information. */
  picture: string | null | undefined;
  size?: 'medium' | 'large';
};

/** A `data:` URL of a picture; the content security policy forbids `blob:` images. */
const useDataUrl = (content: Blob | undefined): string | undefined => {
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

/** Covers the initials, which show until it has loaded, or if loading fails. */
const Picture = ({ picture }: { picture: string }) => {
  const call = useFileContent('/api/user/v1/profilepicture/{key}', { params: { key: picture } });
  const address = useDataUrl(call.data?.content);
  return address && <img src={address} alt="" />;
};

/** Avatar of the signed-in user (rule DATA-2). Decorative: the name is next to it. */
export const Avatar = ({ name, picture, size = 'medium' }: Props) => (
  <span className={size === 'large' ? `${styles.mark} ${styles.large}` : styles.mark} aria-hidden="true">
    {name ? initials(name) : <Icon name="user" size={20} />}
    {picture && <Picture key={picture} picture={picture} />}
  </span>
);

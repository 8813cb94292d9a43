import { foldForSearch } from '@hofn/texts/collation.ts';
import { Icon, SearchField, SelectField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import type { PlacesDocument } from '../content/documents.ts';
import { Section, TextPage } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import styles from './Places.module.css';

type Place = PlacesDocument['places'][number];

/** Whether what is looked for is in a place's town, postal code, address or name; accents and capitals are forgiven. */
const isLookedFor = ({ name, address, postalCode, town, district }: Place, typed: string): boolean => {
  const text = foldForSearch([name, address, postalCode, town, district].join(' '));
  return foldForSearch(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const telephone = (phone: string): string => `tel:+354${phone.replaceAll(/\D/g, '')}`;

const Entry = ({ place, call }: { place: Place; call: string }) => {
  const { name, kind, address, postalCode, town, phone, hours, services } = place;
  return (
    <li className={styles.place}>
      <h3>{name}</h3>
      <p className={styles.detail}>{kind}</p>
      <p>{`${address}, ${postalCode}\u00a0${town}`}</p>
      <p>
        <a
          href={telephone(phone)}
          className={styles.phone}
          aria-label={call.replace('{name}', name).replace('{phone}', phone)}
        >
          <Icon name="phone" size={20} /> {phone}
        </a>
      </p>
      <p>
        <Rich text={hours} />
      </p>
      <p className={styles.detail}>{services.join(' · ')}</p>
    </li>
  );
};

/** Places all over the country by district, narrowed by what is typed and chosen (rules SITE-1f and SITE-1h). */
export const Places = ({ document }: { document: PlacesDocument }) => {
  const { crumbs, title, lead, search, service, anyService, call, found, none, places } = document;
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const controls = useRef<HTMLElement>(null);
  // What was typed and chosen before the page came to life.
  useEffect(() => {
    setTyped(controls.current?.querySelector('input')?.value ?? '');
    setWanted(controls.current?.querySelector('select')?.value ?? '');
  }, []);
  const shown = places.filter(
    (place) => isLookedFor(place, typed.trim()) && (wanted === '' || place.services.includes(wanted)),
  );
  const districts = [...new Set(shown.map(({ district }) => district))];
  const services = [...new Set(places.flatMap((place) => place.services))];
  return (
    <TextPage crumbs={crumbs} title={title} lead={lead}>
      <search ref={controls} className={styles.controls}>
        <SearchField label={search} onChange={({ target }) => setTyped(target.value)} />
        <SelectField
          label={service}
          onChange={({ target }) => setWanted(target.value)}
          options={[{ value: '', label: anyService }, ...services.map((value) => ({ value, label: value }))]}
        />
      </search>
      <p role="status">
        {shown.length > 0 ? found.replace('{n}', String(shown.length)) : <Rich text={none} />}
      </p>
      {districts.map((district) => (
        <Section key={district} title={district}>
          <ul className={styles.list}>
            {shown
              .filter((place) => place.district === district)
              .map((place) => (
                <Entry key={`${place.name} ${place.postalCode}`} place={place} call={call} />
              ))}
          </ul>
        </Section>
      ))}
    </TextPage>
  );
};

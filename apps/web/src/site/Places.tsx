import { foldForSearch } from '@hofn/texts/collation.ts';
import { Icon, SearchField, Section, SelectField } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import type { PlacesDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { TextPage } from '../parts/Page.tsx';
import { Rich } from '../parts/Rich.tsx';
import styles from './Places.module.css';

type Place = PlacesDocument['places'][number];

/** Whether a place's town, postal code, address or name contains the text, ignoring accents and case. */
const isLookedFor = ({ name, address, postalCode, town, district }: Place, searchText: string): boolean => {
  const text = foldForSearch([name, address, postalCode, town, district].join(' '));
  return foldForSearch(searchText)
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

/** Places by district, filtered by text and selection (rules SITE-1f and SITE-1h). */
const Places = ({ data: document }: TemplateProps<PlacesDocument>) => {
  const { crumbs, title, lead, search, service, anyService, call, found, none, places } = document;
  const [searchText, setSearchText] = useState('');
  const [selection, setSelection] = useState('');
  const controls = useRef<HTMLElement>(null);
  // Input from before hydration.
  useEffect(() => {
    setSearchText(controls.current?.querySelector('input')?.value ?? '');
    setSelection(controls.current?.querySelector('select')?.value ?? '');
  }, []);
  const shown = places.filter(
    (place) =>
      isLookedFor(place, searchText.trim()) && (selection === '' || place.services.includes(selection)),
  );
  const districts = [...new Set(shown.map(({ district }) => district))];
  const services = [...new Set(places.flatMap((place) => place.services))];
  return (
    <TextPage crumbs={crumbs} title={title} lead={lead}>
      <search ref={controls} className={styles.controls}>
        <SearchField label={search} onChange={({ target }) => setSearchText(target.value)} />
        <SelectField
          label={service}
          onChange={({ target }) => setSelection(target.value)}
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

export default Places;

import { Alert } from '@hofn/ui';
import type { Site } from '../content/site.ts';
import { useStaticQuery } from '../engine/index.ts';
import { emergencyAbroad, fromAbroad, phoneHref } from './phones.ts';

/** Whom a traveller calls from abroad: the emergency service day and night, and our office (rule LIFE-11). */
export const EmergencyAbroad = () => {
  const { company, footer } = useStaticQuery<Site>('site');
  const service = emergencyAbroad(footer);
  if (!service?.phone) return null;
  return (
    <Alert kind="info" title={service.nafn}>
      <a href={phoneHref(service.phone)} className="figures">
        {service.phone}
      </a>
      {service.timi[0] && `, ${service.timi[0].titill.toLowerCase()}`}
      <br />
      {company.shortName}:{' '}
      <a href={company.phoneHref} className="figures">
        {fromAbroad(company.phone)}
      </a>
    </Alert>
  );
};

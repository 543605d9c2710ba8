import { type ComponentType, lazy } from 'react';
import type { SettingsId } from '../../shared/team-pages.ts';

export interface SettingsSection {
  /** The last part of its address, by which `team-pages.ts` has the permission that it needs. */
  id: SettingsId;
  label: string;
  /** What the section holds, in one line. */
  holds: string;
  /** The code of the section, which is loaded when it is first opened. */
  Section: ComponentType<{ shown: boolean }>;
}

/** The sections of the settings, in the order of their links. */
export const settingsSections: readonly SettingsSection[] = [
  {
    id: 'business',
    label: 'Business',
    holds: 'Name, contact, opening hours, closed days, area, policies',
    Section: lazy(() => import('../../features/business/business.tsx')),
  },
  {
    id: 'workers',
    label: 'Workers',
    holds: 'Who visits your customers: skills, areas, hours, leave, licences',
    Section: lazy(() => import('../../features/workers/workers.tsx')),
  },
  {
    id: 'offer',
    label: 'Offer',
    holds: 'Categories and services, prices, lengths, order',
    Section: lazy(() => import('../../features/catalogue/offer/offer.tsx')),
  },
  {
    id: 'plans',
    label: 'Plans',
    holds: 'Prices, hours and features of the monthly plans',
    Section: lazy(() => import('../../features/catalogue/plans/plans.tsx')),
  },
  {
    id: 'look',
    label: 'Look',
    holds: 'Mark, logo, colours, face of headlines',
    Section: lazy(() => import('../../features/appearance/look.tsx')),
  },
  {
    id: 'texts',
    label: 'Texts',
    holds: 'Every text of the landing page, with its figures',
    Section: lazy(() => import('../../features/appearance/texts.tsx')),
  },
];

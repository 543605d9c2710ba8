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
];

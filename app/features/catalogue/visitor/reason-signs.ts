import {
  calendarOutline,
  callOutline,
  checkmarkOutline,
  gridOutline,
  mailOutline,
  notificationsOutline,
  phonePortraitOutline,
  repeatOutline,
  ribbonOutline,
  shieldCheckmarkOutline,
  starOutline,
  timeOutline,
} from 'ionicons/icons';
import type { ItemSign } from '../../../../api/contract/rules/look/texts.ts';

/** The icons of reasons, by the names that an owner chooses from. */
export const reasonSigns: Record<ItemSign, string> = {
  bell: notificationsOutline,
  grid: gridOutline,
  day: calendarOutline,
  app: phonePortraitOutline,
  again: repeatOutline,
  clock: timeOutline,
  heart: ribbonOutline,
  shield: shieldCheckmarkOutline,
  check: checkmarkOutline,
  phone: callOutline,
  mail: mailOutline,
  star: starOutline,
};

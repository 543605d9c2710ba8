import type { OvertimeHours } from '../../../../api/contract/schemas/overtime.ts';
import { labelOf } from '../../../shared/label-of.ts';
import { rounded } from '../hours-words.ts';

/** The result of a question: "1.5 h, agreed to". */
export const settledText = ({ hours, state }: OvertimeHours): string =>
  `${rounded(hours)}, ${labelOf(results, state)}`;

const results: Record<OvertimeHours['state'], string> = {
  waiting: 'not answered yet',
  agreed: 'agreed to',
  declined: 'declined',
  lapsed: 'not answered in time; the estimate stands',
};

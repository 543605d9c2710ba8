import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { Dispute, DisputeDetail, StuckRefund, UnclearAtProvider } from '../schemas/disputes.ts';
import { call, Done, one, page } from './call.ts';

/** Calls for money that a bank or the card provider holds back, and that needs a person. */
export const disputeCalls = {
  listDisputes: call({
    ...paths.listDisputes,
    summary: 'What cardholders dispute, the newest first',
    cost: 'heavy',
    query: page,
    answer: z.array(Dispute),
  }),
  readDispute: call({
    ...paths.readDispute,
    cost: 'heavy',
    summary: 'A dispute, with the evidence that there is',
    params: one,
    answer: DisputeDetail,
    errors: ['not_found'],
  }),
  listStuckRefunds: call({
    ...paths.listStuckRefunds,
    summary: 'Refunds that the card provider does not make; at most 200',
    answer: z.array(StuckRefund),
  }),
  settleStuckRefund: call({
    ...paths.settleStuckRefund,
    uncounted: 'owed',
    summary: 'Has such a refund made once more, or notes that it was given back another way',
    params: z.object({ id: z.string().check(z.maxLength(100)) }),
    body: z.object({ how: z.enum(['again', 'by_hand']) }),
    answer: Done,
    errors: ['not_found'],
  }),
  listUnclearAtProvider: call({
    ...paths.listUnclearAtProvider,
    summary: 'What the product does not know or sell of the card provider’s objects; at most 200',
    answer: z.array(UnclearAtProvider),
  }),
  settleUnclearAtProvider: call({
    ...paths.settleUnclearAtProvider,
    uncounted: 'owed',
    summary: 'Notes that a person has seen it',
    params: z.object({ id: z.string().check(z.maxLength(300)) }),
    answer: Done,
    errors: ['not_found'],
  }),
} as const;

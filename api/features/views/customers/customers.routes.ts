import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { giveBackHours } from '../../flows/given-hours/give-back.service.ts';
import { giveHours } from '../../flows/given-hours/give-hours.service.ts';
import { changeRole } from '../../records/administrators/roles.service.ts';
import {
  keepCustomer,
  readCustomerData,
  readCustomerDeletion,
  requestCustomerData,
  requestCustomerDeletion,
} from './customer-data.service.ts';
import {
  listBillingOf,
  listCustomers,
  listStatementOf,
  readCustomer,
  readHoursOf,
} from './customers.service.ts';

type CustomerCalls =
  | 'listCustomers'
  | 'readCustomer'
  | 'readCustomerHours'
  | 'giveBackHours'
  | 'listCustomerStatement'
  | 'listCustomerBilling'
  | 'giveHours'
  | 'changeRole'
  | 'readCustomerData'
  | 'requestCustomerData'
  | 'readCustomerDeletion'
  | 'requestCustomerDeletion'
  | 'keepCustomer';

export function customerRoutes(deps: Deps): Pick<Handlers, CustomerCalls> {
  return {
    async listCustomers({ person, query, nextPage }) {
      const { rows, next } = await listCustomers(deps.db, person, query);
      if (next) nextPage(next);
      return rows;
    },
    readCustomer: ({ person, params }) => readCustomer(deps, person, params.id),
    readCustomerHours: ({ params }) => readHoursOf(deps, params.id),
    async listCustomerStatement({ params, query, nextPage }) {
      const { lines, next } = await listStatementOf(deps, params.id, query);
      if (next) nextPage(next);
      return lines;
    },
    async giveBackHours({ person, params, body }) {
      await giveBackHours(deps, person, params.id, body);
      return readCustomer(deps, person, params.id);
    },
    async giveHours({ person, params, body, key }) {
      await giveHours(deps, person, params.id, body, key);
      return readHoursOf(deps, params.id);
    },
    async listCustomerBilling({ params, query, nextPage }) {
      const { items, next } = await listBillingOf(deps.db, params.id, query);
      if (next) nextPage(next);
      return items;
    },
    async changeRole({ person, params, body }) {
      await changeRole(deps, person, params.id, body);
      return readCustomer(deps, person, params.id);
    },
    readCustomerData: ({ params }) => readCustomerData(deps, params.id),
    requestCustomerData: ({ person, params }) => requestCustomerData(deps, person, params.id),
    readCustomerDeletion: ({ params }) => readCustomerDeletion(deps, params.id),
    requestCustomerDeletion: ({ person, params, body }) =>
      requestCustomerDeletion(deps, person, params.id, body.email),
    keepCustomer: ({ person, params }) => keepCustomer(deps, person, params.id),
  };
}

import { randomUUID } from 'node:crypto';
import { admin, nobody, type Scenarios } from './scene.ts';

const aRoleForm = () => ({ name: String(randomUUID()), permissions: ['log.read' as const] });

export const teamActs: Scenarios = {
  addRole: {
    act: 'role_added',
    async given() {
      const body = aRoleForm();
      const add = (form = body) => admin.call('addRole', { body: form });
      return { effect: add, nothing: [add, () => add({ name: '', permissions: [] })] };
    },
  },
  editRole: {
    act: 'role_edited',
    async given() {
      const form = aRoleForm();
      const { body } = await admin.call('addRole', { body: form });
      const edit =
        (id: string, name = `${form.name} 2`) =>
        () =>
          admin.call('editRole', { params: { id }, body: { ...form, name } });
      return { effect: edit(body.id), nothing: [edit(body.id), edit(nobody.id), edit(body.id, 'Worker')] };
    },
  },
  removeRole: {
    act: 'role_removed',
    async given() {
      const { body } = await admin.call('addRole', { body: aRoleForm() });
      const remove = () => admin.call('removeRole', { params: { id: body.id } });
      return { effect: remove, nothing: [remove] };
    },
  },
  invite: {
    act: 'team_invited',
    async given() {
      const email = `${randomUUID()}@example.com`;
      const invite =
        (role = 'support') =>
        () =>
          admin.call('invite', { body: { email, role } });
      return { effect: invite(), nothing: [invite(), invite('worker'), invite('no-role')] };
    },
  },
  revokeInvitation: {
    act: 'invitation_revoked',
    async given() {
      const email = `${randomUUID()}@example.com`;
      const { body } = await admin.call('invite', { body: { email, role: 'support' } });
      const revoke = () => admin.call('revokeInvitation', { params: { id: body.id } });
      return { effect: revoke, nothing: [revoke] };
    },
  },
};

import * as z from 'zod/mini';
import { paths } from '../paths/paths.ts';
import { Invitation, InvitationForm, Role, RoleForm, TeamChoices, TeamChoicesForm } from '../schemas/team.ts';
import { call, Done, one } from './call.ts';

/** Calls about the roles of the team, invitations to it, and what its members are told of. */
export const teamCalls = {
  readTeamChoices: call({
    ...paths.readTeamChoices,
    summary: 'What I am told of as a member of the team, by mail and by push, and my quiet hours',
    answer: TeamChoices,
  }),
  saveTeamChoices: call({
    ...paths.saveTeamChoices,
    summary: 'Keeps what I wish to be told of as a member of the team; what is left out stays',
    body: TeamChoicesForm,
    answer: TeamChoices,
  }),
  listRoles: call({
    ...paths.listRoles,
    summary: 'The roles of the team, with what each allows and how many have it',
    answer: z.array(Role),
  }),
  addRole: call({
    ...paths.addRole,
    summary: 'Makes a role, of permissions that its maker has',
    body: RoleForm,
    answer: Role,
    errors: ['conflict'],
  }),
  editRole: call({
    ...paths.editRole,
    uncounted: 'owed',
    summary: 'Changes a role that the team has made; it holds at once for all who have it',
    params: one,
    body: RoleForm,
    answer: Role,
    errors: ['not_found', 'conflict'],
  }),
  removeRole: call({
    ...paths.removeRole,
    uncounted: 'owed',
    summary: 'Deletes a role that the team has made and nobody has',
    params: one,
    answer: Done,
    errors: ['not_found', 'conflict'],
  }),
  listInvitations: call({
    ...paths.listInvitations,
    summary: 'The open invitations to the team, the newest first',
    answer: z.array(Invitation),
  }),
  invite: call({
    ...paths.invite,
    summary: 'Invites an address to the team: its next sign-in within a week has the role',
    body: InvitationForm,
    answer: Invitation,
    errors: ['not_found', 'conflict'],
  }),
  revokeInvitation: call({
    ...paths.revokeInvitation,
    uncounted: 'owed',
    summary: 'Takes an open invitation back',
    params: one,
    answer: Done,
    errors: ['not_found'],
  }),
} as const;

import { asWritten, phrase, quoted } from '../../engine/phrase';
import { describeFields, text } from '../../engine/body/fields';
import type { ChangeOperation } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { JsonObject } from '../../engine/json';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { create, remove } from '../../features/record/change';
import { joinHints } from '../../features/record/shownOnce';
import { get, getMany } from '../../features/record/record';
import { ownPath } from '../../clickStack/authentication';
import { teamInvitationRecord, teamMemberRecord, teamRecord } from '../../clickStack/records';
import { EMAIL_ADDRESS } from '../../engine/body/schema';

/** Only team records confirm their deletion with a payload, which isn't output. */
function withoutConfirmation(
	operation: ListedOperation<ChangeOperation>,
): ListedOperation<ChangeOperation> {
	const { output = {} } = operation;
	const toItem: typeof output.toItem = (payload, parameters) =>
		output.emptyResult?.(parameters) ?? payload;
	return { ...operation, output: { ...output, toItem } };
}

export const team = resource(
	'Team',
	'The team your Personal API Access Key belongs to, in your own ClickStack',
	{
		get: get(teamRecord, { description: "Get the team's ID and name" }),
	},
);

const changedMember = { ...teamMemberRecord, collection: ownPath('team/member', 'members') };

export const teamMember = resource(
	'Team Member (User)',
	'A person in the team, in your own ClickStack',
	{
		delete: withoutConfirmation(
			remove(changedMember, {
				verb: 'Remove',
				actionEnd: ' from the team permanently',
				description: "Remove a member from the team permanently. You can't remove yourself.",
				action: 'Remove team member permanently',
			}),
		),
		getAll: getMany(teamMemberRecord, {
			description: "Get the team's members",
			action: 'Get many team members',
		}),
	},
);

const invitation = describeFields('', {
	email: text('Email', {
		required: true,
		placeholder: 'e.g. ada@example.com',
		description: 'Email address of the person to invite',
		schema: EMAIL_ADDRESS,
	}),
	name: text('Name', { placeholder: 'e.g. Ada' }),
});

const changedInvitation = {
	...teamInvitationRecord,
	collection: ownPath('team/invitation', 'invitations'),
};

const invite = create(changedInvitation, {
	description: 'Invite a person to the team',
	action: 'Create team invitation',
	fields: wholeBodyFields(invitation),
	key: 'email',
	idKey: 'invitationId',
	// Inviting the same address again returns the same invitation.
	repeatable: true,
	summarize: ({ email, name }) =>
		phrase`Invite ${asWritten(email)}${name === undefined ? '' : phrase` (${quoted(name)})`} to the team`,
});

function linkHint({ url }: JsonObject): string {
	return emptyToUndefined(url) === undefined
		? "The response doesn't include url, the link to join. To get the same link, create the invitation again."
		: "Anyone with the url can join the team, and n8n stores it with the execution's data.";
}

export const teamInvitation = resource(
	'Team Invitation',
	'An invitation to join the team, in your own ClickStack',
	{
		create: {
			...invite,
			output: {
				...invite.output,
				secrets: ['url'],
				successHint: (payload, ...context) =>
					joinHints(invite.output?.successHint?.(payload, ...context), linkHint(payload)),
			},
		},
		delete: withoutConfirmation(
			remove(changedInvitation, {
				actionEnd: ' permanently',
				restore: 'Its link then stops working. You can invite the person again.',
				description: 'Revoke an invitation to the team permanently',
				action: 'Delete team invitation permanently',
			}),
		),
		getAll: getMany(teamInvitationRecord, {
			description: "Get the team's pending invitations, without the tokens in their links",
			action: 'Get many team invitations',
		}),
	},
);

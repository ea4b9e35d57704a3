import { restoredPem } from '../../../../core/credentials/pem';
import { CLIENT_CERTIFICATE_MEMBERS } from '../../../api/pipe/credentialMembers';

/** Gives a PEM member its line breaks back, where a one-line input took them; other members as they are. */
export function pemBlocksRestored(member: string, value: unknown): unknown {
	const isPem = CLIENT_CERTIFICATE_MEMBERS.some((name) => name === member);
	return isPem && typeof value === 'string' ? restoredPem(value) : value;
}

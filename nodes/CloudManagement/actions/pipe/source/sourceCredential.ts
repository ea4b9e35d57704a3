import type { ICredentialsDisplayOptions, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { noticeField } from '../../../../core/parameters/fields';
import { KAFKA_AUTHENTICATIONS, SCHEMA_REGISTRY_FORMAT } from '../../../api/pipe/kafka';
import { OBJECT_STORAGE_AUTHENTICATIONS } from '../../../api/pipe/objectStorage';

/** The label of the credential's selector, which messages name. */
export const SOURCE_CREDENTIAL_LABEL = 'Credential for the Source';

/** Whether an authentication method takes secrets. */
export const takesSecrets = (method: string) => method !== 'IAM_ROLE';

/**
 * Not in a new node: of all credentials that it shows, n8n selects the most recent one, and no other, by itself. It is to
 * be the API's, and nobody's secrets are to be sent to brokers for which they were not selected.
 */
const BROKERS_ARE_GIVEN = [{ _cnd: { not: '' } }];

/** The Kafka forms with secrets, whose authentication has a default. */
export const KAFKA_WITH_SECRETS = {
	kafkaBrokers: BROKERS_ARE_GIVEN,
	kafkaAuthentication: KAFKA_AUTHENTICATIONS.filter(takesSecrets),
};

/** The forms that take secrets, by the fields that say so. */
const WITH_SECRETS = [
	{ pipeInput: ['json'] },
	{ sourceKind: ['kafka'], ...KAFKA_WITH_SECRETS },
	{
		sourceKind: ['kafka'],
		kafkaAuthentication: ['IAM_ROLE'],
		kafkaFormat: [SCHEMA_REGISTRY_FORMAT],
		kafkaSchemaRegistryAuthentication: ['PLAIN'],
	},
	{ sourceKind: ['kinesis'], kinesisAuthentication: ['IAM_USER'] },
	{
		sourceKind: ['objectStorage'],
		objectStorageAuthentication: OBJECT_STORAGE_AUTHENTICATIONS.filter(takesSecrets),
	},
	{ sourceKind: ['postgres'] },
];

/**
 * n8n joins a credential's conditions with "and" and knows no "or". So a hidden field is present exactly where a
 * source takes secrets, and the credential is shown with it. An expression meets every condition, so that none of
 * them ever drops a selected credential.
 */
export const sourceCredentialFields: INodeProperties[] = WITH_SECRETS.flatMap((show) =>
	updateDisplayOptions({ show }, [
		{
			displayName: 'Source Credential',
			name: 'sourceCredential',
			type: 'hidden',
			default: 'shown',
		},
	]),
);

/** Says beside the authentication where the credential is selected: n8n shows all credentials at the top. */
export const sourceCredentialNotice = noticeField(
	'sourceCredentialNotice',
	`Select the credential with its secrets at the top of this panel, in <b>${SOURCE_CREDENTIAL_LABEL}</b>.`,
);

/** Where the credential with the source's secrets is shown. */
export const sourceCredentialDisplay: ICredentialsDisplayOptions = {
	show: { sourceCredential: ['shown'] },
};

import { z } from 'zod';
import { choice, flag, number, text, VERBATIM, usually } from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, textMember, valueAt } from '../../../../engine/json';
import { emptyToUndefined } from '../../../../engine/parameters/values';
import { asWritten, phrase } from '../../../../engine/phrase';
import { formatted, wordsOf } from '../../../../engine/text';
import { secretGroup, secretText } from './secretFields';
import { ACCESS_KEY, CONNECTION_STRING, SERVICE_ACCOUNT } from './secretKinds';
import {
	authentication,
	iamRole,
	methodLabels,
	NO_AUTHENTICATION,
	describeSource,
	WORKLOAD_IDENTITY,
} from './source';
import type { Issue } from '../../../../engine/issue';
import { NOT_SET, neededText, onlyForText, sentHint } from '../../../../engine/issue';

const STORAGE_TYPES = {
	s3: 'Amazon S3',
	gcs: 'Google Cloud Storage',
	dospaces: 'DigitalOcean Spaces',
	azureblobstorage: 'Azure Blob Storage',
	cloudflarer2: 'Cloudflare R2',
	ovhobjectstorage: 'OVH Object Storage',
};
const FILE_FORMATS = {
	JSONEachRow: 'JSON, One per Row (JSONEachRow)',
	JSONAsObject: 'JSON in One Column (JSONAsObject)',
	CSV: 'CSV',
	CSVWithNames: 'CSV with Header (CSVWithNames)',
	Parquet: 'Parquet',
	TabSeparated: 'TSV (TabSeparated)',
	TabSeparatedWithNames: 'TSV with Header (TabSeparatedWithNames)',
	Avro: 'Avro',
};
const FORMAT_DESCRIPTIONS = {
	JSONEachRow: 'One JSON object per row',
	JSONAsObject: 'JSON objects, each stored whole in a single column',
	CSVWithNames: 'The header row names the columns',
	TabSeparated: 'Tab-separated values',
	TabSeparatedWithNames: 'Tab-separated values. The header row names the columns.',
};
/** The form offers each compression once. JSON also accepts other spellings. */
const COMPRESSIONS = {
	gzip: 'Gzip (gzip)',
	gz: '',
	brotli: 'Brotli (brotli)',
	br: '',
	xz: 'XZ (xz)',
	LZMA: 'LZMA',
	zstd: 'Zstandard (zstd)',
	auto: 'Detect Automatically (auto)',
	none: 'None (none)',
};
const GOOGLE_METHODS = ['SERVICE_ACCOUNT', WORKLOAD_IDENTITY];
const STORAGE_METHODS = methodLabels(
	'IAM_ROLE',
	'IAM_USER',
	'CONNECTION_STRING',
	...GOOGLE_METHODS,
);
/** Azure files are in a container instead of at a URL. */
const AZURE = { type: ['azureblobstorage'] };

/** The choice starts empty, so that nobody declares files public by mistake. */
const storageAuthentication = authentication(STORAGE_METHODS, {
	support: {
		by: 'type',
		groups: [
			[['s3', 'dospaces'], methodLabels('IAM_ROLE', 'IAM_USER')],
			[['gcs'], methodLabels('IAM_ROLE', 'IAM_USER', ...GOOGLE_METHODS)],
			[['cloudflarer2', 'ovhobjectstorage'], methodLabels('IAM_USER')],
			[AZURE.type, methodLabels('CONNECTION_STRING')],
		],
		or: 'none for public files',
	},
	default: '',
	off: { name: 'None (Public Files)', value: NO_AUTHENTICATION },
	note: 'Leave out for public files',
	// An empty choice stays, because no choice doesn't mean public files.
	toBody: (value) => (value === NO_AUTHENTICATION ? undefined : value),
});

/** ClickHouse Cloud's bounds of Max Insert Bytes are narrower than the neutral contract's. */
const CLOUD_INSERT_BYTES = [524_288_000, 10_737_418_240] as const;
const CLOUD_RANGE = CLOUD_INSERT_BYTES.map(formatted).join(' to ');

export function cloudSettingIssues(settings: unknown): Issue[] {
	const path = 'object_storage_max_insert_bytes';
	const bytes = valueAt(settings, path);
	const [min, max] = CLOUD_INSERT_BYTES;
	if (typeof bytes !== 'number' || (bytes >= min && bytes <= max)) return [];
	const problem = `isn't in the range ${CLOUD_RANGE} that ClickHouse Cloud requires`;
	return [{ path, ...sentHint(problem) }];
}

const STORAGE_SETTINGS = {
	object_storage_concurrency: number('Concurrency', {
		bounds: [1, 35],
		description: 'Threads of the pipe that process files in parallel',
	}),
	object_storage_polling_interval_ms: number('Polling Interval (Milliseconds)', {
		bounds: [100, 3_600_000],
		description: 'Milliseconds between checks for new files in continuous ingestion',
	}),
	object_storage_max_insert_bytes: number('Max Insert Bytes', {
		bounds: [10_485_760, 53_687_091_200],
		description: `Maximum number of bytes per insert batch. ClickHouse Cloud requires ${CLOUD_RANGE}.`,
	}),
	object_storage_max_file_count: number('Max File Count', {
		bounds: [1, 10_000],
		description: 'Maximum number of files per insert batch',
	}),
	object_storage_use_cluster_function: flag('Use Cluster Function', {
		description: 'Whether to spread the processing over the cluster',
	}),
};

export const objectStorage = describeSource('objectStorage', 'Object Storage', {
	mainFields:
		'type url azureContainerName path authentication accessKey iamRole format delimiter isContinuous queueUrl',
	option: { name: 'Object Storage (S3, GCS, Azure Blob, R2)' },
	rules: [queueRule, authenticationRule, initialLoadRule, roleRule],
	settings: STORAGE_SETTINGS,
	cloud: {
		only: wordsOf(`
			type=cloudflarer2 type=ovhobjectstorage format=TabSeparated format=TabSeparatedWithNames
			compression=none authentication=SERVICE_ACCOUNT authentication=${WORKLOAD_IDENTITY}
			skipInitialLoad startAfter
		`),
	},
	summary: {
		describe: (tell, members) =>
			textMember(members, 'url') === undefined
				? phrase`${asWritten(tell('path'))} in container ${asWritten(tell('azureContainerName'))}`
				: 'files',
	},
	fields: {
		type: choice('Storage Type', STORAGE_TYPES, {
			selects: true,
			required: 'byFields',
		}),
		format: choice('Format', FILE_FORMATS, {
			required: 'byFields',
			descriptions: FORMAT_DESCRIPTIONS,
		}),
		url: text('URL', {
			when: { type: { not: AZURE.type } },
			required: 'to find the files',
			placeholder: 'e.g. https://orders.s3.amazonaws.com/daily/*.json',
			description: 'Path to the files. Wildcards are allowed.',
			note: 'Address of the files, with wildcards. Required for all types but azureblobstorage',
			rule: usually(
				/^[a-z][\w+.-]*:\/\/\S/i,
				'has no scheme, such as https://',
				'Enter the whole URL, such as https://orders.s3.amazonaws.com/daily/*.json.',
			),
		}),
		azureContainerName: text('Azure Container Name', {
			when: AZURE,
			required: 'for Azure Blob Storage',
			placeholder: 'e.g. orders',
			note: 'Required for azureblobstorage',
		}),
		path: text('Path', {
			when: AZURE,
			placeholder: 'e.g. daily/*.json',
			description: 'Path to the files in the container. Wildcards are allowed.',
			note: 'Path in the Azure container, with wildcards',
		}),
		delimiter: text('Delimiter', {
			when: { format: ['CSV', 'CSVWithNames'] },
			placeholder: 'e.g. ;',
			description: "Character between values. Leave empty for the format's default.",
			note: 'For CSV and CSVWithNames, such as ;',
			schema: VERBATIM,
			// Space and tab are valid delimiters, so only text without characters is empty.
			toBody: (value) => (value === null || value === '' ? undefined : value),
		}),
		compression: choice('Compression', COMPRESSIONS, {
			default: 'auto',
		}),
		isContinuous: flag('Continuous', {
			description:
				'Whether to keep reading new files, which must be uploaded in lexical order. Turn off to read the files once.',
			note: 'true keeps reading new files, false reads once',
		}),
		queueUrl: text('Queue URL', {
			when: { isContinuous: [true], authentication: { not: [NO_AUTHENTICATION] } },
			placeholder: 'e.g. https://sqs.us-east-1.amazonaws.com/…',
			description:
				'Message queue that announces new files. If set, the pipe reads files in that order.',
			note: 'Queue that announces new files. Needs isContinuous true and an authentication',
		}),
		authentication: {
			...storageAuthentication,
			// An empty choice is reported as empty instead of unlisted.
			schema: z.preprocess(emptyToUndefined, storageAuthentication.schema),
		},
		iamRole,
		accessKey: secretGroup(
			{ IAM_USER: ACCESS_KEY },
			{ shown: { authentication: wordsOf('IAM_USER CONNECTION_STRING SERVICE_ACCOUNT') } },
		),
		connectionString: secretText({ CONNECTION_STRING }),
		serviceAccountKey: secretText({ SERVICE_ACCOUNT }),
		skipInitialLoad: flag('Skip Initial Load', {
			when: { isContinuous: [true] },
			description: 'Whether to read only files that the queue announces',
			note: 'Only with queueUrl',
		}),
		startAfter: text('Start After', {
			placeholder: 'e.g. daily/2026-05-31.json',
			description: 'Skips files up to and including this key',
			note: 'Not with skipInitialLoad true',
		}),
	},
});

function* queueRule(members: JsonObject): Iterable<Issue> {
	if (textMember(members, 'queueUrl') === undefined || members.isContinuous === true) return;
	const problem = 'is only for continuous ingestion. Turn Continuous on, or leave it empty.';
	yield { path: 'queueUrl', text: problem };
}

/** Without authentication, the files are public, and keys for an authentication are useless. */
function* authenticationRule(members: JsonObject): Iterable<Issue> {
	const needing = wordsOf('accessKey connectionString serviceAccountKey queueUrl').filter(
		(name) => emptyToUndefined(members[name]) !== undefined,
	);
	if (!isAbsent(members.authentication) || needing.length === 0) return;
	yield { path: 'authentication', verdict: 'hint', text: NOT_SET };
}

function* initialLoadRule(members: JsonObject): Iterable<Issue> {
	if (members.skipInitialLoad !== true) return;
	if (textMember(members, 'queueUrl') === undefined) {
		yield { path: 'queueUrl', text: neededText('to skip the initial load') };
	}
	if (textMember(members, 'startAfter') !== undefined) {
		yield { path: 'startAfter', text: onlyForText('pipes with an initial load') };
	}
}

/** The neutral contract has roles for every type except Azure. */
function* roleRule({ type, authentication }: JsonObject): Iterable<Issue> {
	if (authentication !== 'IAM_ROLE' || (type !== 'gcs' && type !== 'dospaces')) return;
	const problem = 'is an IAM role, which ClickHouse Cloud supports only for Amazon S3';
	yield { path: 'authentication', ...sentHint(problem) };
}

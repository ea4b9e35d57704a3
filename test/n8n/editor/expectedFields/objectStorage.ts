import type { PanelState } from '../panelState';
import {
	added,
	additionalWith,
	BOTH_CREDENTIALS,
	CREDENTIAL,
	CREDENTIAL_NOTICE,
	FOOT,
	HEAD,
	table,
	tail,
} from './pipeSections';

const BY_URL = ['Storage Type', 'URL', 'Authentication'];
const IN_AZURE = ['Storage Type', 'Azure Container Name', 'Path', 'Authentication'];
const READING = ['Format', 'Continuous'];
const READING_DELIMITED = ['Format', 'Delimiter', 'Continuous'];
const TAIL = tail('objectStorage');
const CONTINUOUS_TAIL = [
	...[...table(), ...additionalWith('objectStorage', 'Skip Initial Load')],
	...FOOT,
];

function storage(name: string, parameters: object, shows: string[]): PanelState {
	const all = { resource: 'pipe', operation: 'create', sourceKind: 'objectStorage', ...parameters };
	return { name: `Object storage, ${name}`, node: 'cloudManagement', parameters: all, shows };
}

/** The states of one type: each method, read once and continuously. A queue needs both a method and continuity. */
function statesOf(
	objectStorageType: string,
	place: string[],
	methods: readonly [string, string[], string[]][],
): PanelState[] {
	return methods.flatMap(([objectStorageAuthentication, credentials, own]) => {
		const parameters = { objectStorageType, objectStorageAuthentication };
		const top = [...credentials, ...HEAD, ...place, ...own, ...READING];
		const queue = objectStorageAuthentication === 'none' ? [] : ['Queue URL'];
		return [
			storage(`${objectStorageType}, ${objectStorageAuthentication}, once`, parameters, [
				...top,
				...TAIL,
			]),
			storage(
				`${objectStorageType}, ${objectStorageAuthentication}, continuous`,
				{ ...parameters, objectStorageIsContinuous: true },
				[...top, ...queue, ...CONTINUOUS_TAIL],
			),
		];
	});
}

const IAM: readonly [string, string[], string[]][] = [
	['none', CREDENTIAL, []],
	['IAM_ROLE', CREDENTIAL, ['IAM Role ARN']],
	['IAM_USER', BOTH_CREDENTIALS, [CREDENTIAL_NOTICE]],
];

const AZURE: readonly [string, string[], string[]][] = [
	['none', CREDENTIAL, []],
	['CONNECTION_STRING', BOTH_CREDENTIALS, [CREDENTIAL_NOTICE]],
];

// One method each: the form walk opens them all, and S3 shows them here.
const LIKE_S3: PanelState[] = ['gcs', 'dospaces'].flatMap((type) =>
	statesOf(type, BY_URL, IAM.slice(1, 2)),
);

/** The panel down to the source, as it opens. */
export const STORAGE = [...CREDENTIAL, ...HEAD, ...BY_URL, ...READING];

const publicFiles = [...STORAGE, ...TAIL];
const delimitedFiles = [...CREDENTIAL, ...HEAD, ...BY_URL, ...READING_DELIMITED, ...TAIL];

/** Reference, "`objectStorage` member". */
export const objectStorageStates: PanelState[] = [
	{
		...storage('as it opens', {}, publicFiles),
		offers: {
			'Storage Type': [
				'Amazon S3',
				'Azure Blob Storage',
				'Cloudflare R2',
				'DigitalOcean Spaces',
				'Google Cloud Storage',
				'OVH Object Storage',
			],
			Format: [
				'Avro',
				'CSV',
				'CSV with a Header Row (CSVWithNames)',
				'JSON, Each Object in One Column (JSONAsObject)',
				'JSON, One Object per Row (JSONEachRow)',
				'Parquet',
				'Tab-Separated (TabSeparated)',
				'Tab-Separated with a Header Row (TabSeparatedWithNames)',
			],
			Authentication: ['IAM Role', 'IAM User (Access Key)', 'None (Public Files)'],
		},
	},
	...statesOf('s3', BY_URL, IAM),
	...LIKE_S3,
	...statesOf('azureblobstorage', IN_AZURE, AZURE).map((state) => ({
		...state,
		offers: { Authentication: ['Connection String', 'None (Public Files)'] },
	})),
	{
		...storage('compression added', { additionalOptions: { objectStorageCompression: 'gzip' } }, [
			...STORAGE,
			...table(),
			...added('objectStorage', ['Compression']),
			...FOOT,
		]),
		offers: {
			Compression: [
				'Brotli (brotli)',
				'Detect Automatically (auto)',
				'Gzip (gzip)',
				'LZMA',
				'None (none)',
				'XZ (xz)',
				'Zstandard (zstd)',
			],
		},
	},
	storage('format JSONAsObject', { objectStorageFormat: 'JSONAsObject' }, publicFiles),
	storage('format CSV', { objectStorageFormat: 'CSV' }, delimitedFiles),
	storage('format CSVWithNames', { objectStorageFormat: 'CSVWithNames' }, delimitedFiles),
	storage('format Parquet', { objectStorageFormat: 'Parquet' }, publicFiles),
	storage('format Avro', { objectStorageFormat: 'Avro' }, publicFiles),
];

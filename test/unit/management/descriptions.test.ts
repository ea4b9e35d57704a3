import { destination } from '../../../nodes/CloudManagement/actions/pipe/destination';
import { scaling } from '../../../nodes/CloudManagement/actions/pipe/scaling';
import { settings } from '../../../nodes/CloudManagement/actions/pipe/settings';
import { SECRET_PATHS, SOURCES } from '../../../nodes/CloudManagement/actions/pipe/sources';
import { SECRET_MEMBERS } from '../../../nodes/CloudManagement/actions/pipe/sources/authentication';
import type { Field } from '../../../nodes/core/description/fields';
import { membersOf } from '../../../nodes/core/description/interpret';
import { redactSecrets } from '../../../nodes/core/redaction/redact';
import { REDACTED } from '../../../nodes/core/redaction/secretParts';

const DESCRIPTIONS = [
	...SOURCES.map(({ description }) => description),
	destination,
	scaling,
	settings,
];

/** The names in the panel lists of an object, and of those within it, that are none of its members. */
function unknownInPanel({ members = {}, panel = [] }: Field): string[] {
	const inner = Object.values(members).flatMap(unknownInPanel);
	return [...panel.filter((name) => !Object.hasOwn(members, name)), ...inner];
}

describe.each(DESCRIPTIONS.map((description) => [description.name, description] as const))(
	'the description of %s',
	(_name, description) => {
		it('puts only members of its own into the panel', () => {
			expect(unknownInPanel(description)).toEqual([]);
		});

		it('names in its conditions only members of its own, or fields of the panel', () => {
			const members = membersOf(description);
			const paths = new Set(members.map(({ path }) => path));
			const named = members.flatMap(({ when, shown, field: { support } }) => [
				...Object.keys({ ...when, ...shown }),
				...(support === undefined ? [] : [support.by]),
			]);
			expect(named.filter((path) => !path.startsWith('/') && !paths.has(path))).toEqual([]);
		});

		it('supports only values that are listed', () => {
			const wrong = membersOf(description).flatMap(({ path, field: { support, values = [] } }) =>
				(support?.groups ?? [])
					.flatMap(([, options]) => Object.keys(options))
					.filter((value) => !values.includes(value))
					.map((value) => `${path}: ${value}`),
			);
			expect(wrong).toEqual([]);
		});
	},
);

describe('the secrets of the sources', () => {
	it('stand at the paths that the reference lists', () => {
		expect(SECRET_PATHS).toEqual([
			'source.bigquery.credentials',
			'source.kafka.schemaRegistry.credentials',
			'source.kafka.credentials',
			'source.kinesis.accessKey',
			'source.mongodb.credentials',
			'source.mysql.credentials',
			'source.objectStorage.accessKey',
			'source.objectStorage.connectionString',
			'source.objectStorage.serviceAccountKey',
			'source.postgres.credentials',
			'source.pubsub.serviceAccountKey',
		]);
	});

	it('are redacted by their names, but for the names of users and keys', () => {
		const shown = redactSecrets(
			Object.fromEntries(SECRET_MEMBERS.map((name) => [name, 'x7#secret'])),
		);
		const open = Object.keys(shown).filter((name) => shown[name] !== REDACTED);
		expect(open).toEqual(['username', 'accessKeyId']);
	});
});

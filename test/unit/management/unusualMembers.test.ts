import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { contextOf } from './context';
import { FORMS } from './pipeForm';

const LOGIN = { method: 'usernamePassword', username: 'u', password: 'p' };

function plan(parameters: Parameters, extraCredential?: Parameters) {
	return createPipe.plan(parameters, contextOf({ extraCredential }));
}

describe('what looks like a slip', () => {
	const role = { ...FORMS.objectStorage, objectStorageAuthentication: 'IAM_ROLE' };

	it.each<[string, Parameters, string[]]>([
		[
			'brokers without a port',
			{ ...FORMS.kafka, kafkaBrokers: 'one:9092, two,three:port' },
			[
				"Brokers contains 'two', which has no port; sent as it is.",
				"Brokers contains 'three:port', which has no port; sent as it is.",
			],
		],
		[
			'a topic with a space',
			{ ...FORMS.kafka, kafkaTopics: 'orders, late orders' },
			["Topics contains 'late orders', which contains a space; sent as it is."],
		],
		[
			'an address without https',
			{ ...FORMS.objectStorage, objectStorageUrl: 's3://bucket/*.json' },
			['URL does not begin with https://; sent as it is.'],
		],
		[
			'a role of storage',
			{ ...role, objectStorageIamRole: 'reader' },
			['IAM Role ARN is not the ARN of an IAM role; sent as it is.'],
		],
		[
			'a role of a stream',
			{ ...FORMS.kinesis, kinesisIamRole: 'arn:aws:s3:::bucket' },
			['IAM Role ARN is not the ARN of an IAM role; sent as it is.'],
		],
	])('is reported in a hint, and sent: %s', (_name, form, hints) => {
		expect(plan(form, form.sourceKind === 'kafka' ? LOGIN : undefined)).toMatchObject({
			issues: [],
			hints,
		});
	});

	it.each<[string, Parameters]>([
		['brokers', { ...FORMS.kafka, kafkaBrokers: 'a:9092, [2001:db8::1]:9092 ,' }],
		['topics', { ...FORMS.kafka, kafkaTopics: ' orders , refunds' }],
		['an address', { ...FORMS.objectStorage, objectStorageUrl: ' HTTPS://bucket/*.json' }],
		['a role', { ...role, objectStorageIamRole: 'arn:aws-us-gov:iam::123456789012:role/a/b' }],
	])('is not reported for %s that are as usual', (_name, form) => {
		const { hints } = plan(form, form.sourceKind === 'kafka' ? LOGIN : undefined);
		expect(hints).toEqual([]);
	});

	it('is reported by JSON with its path', () => {
		const source = {
			kafka: { brokers: 'one', topics: 'a', credentials: { username: 'u', password: 'p' } },
		};
		const pipeJson = { name: 'n', source, destination: { database: 'd' } };
		expect(plan({ ...FORMS.kafka, pipeInput: 'json', pipeJson }).hints).toContain(
			'"source.kafka.brokers" contains \'one\', which has no port; sent as it is.',
		);
	});
});

describe('the authentication of object storage', () => {
	it('is a choice: left open, it is no choice of public files', () => {
		const { issues } = plan({ ...FORMS.objectStorage, objectStorageAuthentication: '' });
		expect(issues.map(({ path }) => path)).toEqual(['source.objectStorage.authentication']);
		const { request, issues: none } = plan(FORMS.objectStorage);
		expect(none).toEqual([]);
		expect(request.body).not.toHaveProperty('source.objectStorage.authentication');
	});
});

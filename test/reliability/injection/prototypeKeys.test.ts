import type { IDataObject } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import { sampleNode, sampleOf } from '../../../tools/samples/operationSamples';
import { NODE } from '../../../tools/engine/workflow';
import { withEmulator } from '../../withEmulator';
import { pipeOf } from '../../unit/management/pipeForm';

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'toJSON'];
const JSON_TEXT = '={{ $json.definition }}';
const DASHBOARD = {
	name: 'Shop',
	tags: ['a'],
	tiles: [{ name: 'Orders', x: 0, y: 0, w: 6, h: 4 }],
};

const MEMBERS = KEYS.map((key) => `"${key}":{"polluted":"yes","name":"x"}`);

const emulator = withEmulator();

describe.each([
	{ form: 'text', given: (json: string) => json },
	{ form: 'an object', given: (json: string) => jsonParse<IDataObject>(json) },
])('prototype keys in JSON input, passed as $form', ({ given }) => {
	it.each([
		{
			operation: 'pipe create',
			changes: { pipeInput: 'json', pipeJson: JSON_TEXT },
			definition: pipeOf('kinesis'),
		},
		{
			operation: 'dashboard update',
			changes: { dashboardInput: 'json', dashboardJson: JSON_TEXT },
			definition: DASHBOARD,
		},
		{ operation: 'apiRequest send', changes: { body: JSON_TEXT }, definition: DASHBOARD },
	])('change only their own field in $operation', async ({ operation, changes, definition }) => {
		const json = JSON.stringify(definition);
		// Adds the keys to every object.
		const hostile = given(json.replaceAll('{', `{${MEMBERS.join()},`));
		const node = sampleNode(sampleOf(operation), emulator.ids, changes);
		const { error, items } = await emulator.runNode(node, [{ definition: hostile }]);

		expect(Reflect.get({}, 'polluted')).toBeUndefined();
		expect(Reflect.get([], 'polluted')).toBeUndefined();
		expect(JSON.stringify({})).toBe('{}');
		expect(error?.message).toBeUndefined();
		expect(items(NODE)).toHaveLength(1);
		const sent = emulator.requests.at(-1)?.rawBody ?? '';
		for (const [text] of json.matchAll(/"\w+":(?:"[^"]*"|\d+)/g)) expect(sent).toContain(text);
		for (const member of MEMBERS) expect(sent).toContain(member);
	});
});

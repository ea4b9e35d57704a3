import type { INodeProperties } from 'n8n-workflow';

import { ADDITIONAL_MEMBERS } from '../../nodes/engine/parameterNames';
import { asObject } from '../../nodes/engine/parameters/values';
import { findOperation, requestBodyMembers } from '../../tools/contract';
import { PLANNING_NODES } from './plannedForms';

const SEED = 20_261_121;

const hasAdditions = ({ options = [] }: INodeProperties) =>
	options.some(({ name }) => name === ADDITIONAL_MEMBERS);

/** Builds a body with only this key, such as `tags[].key`. */
function bodyWith(path: string): unknown {
	const [name = '', ...rest] = path.split('.');
	const inner = rest.length === 0 ? 'x' : bodyWith(rest.join('.'));
	return { [name.replaceAll('[]', '')]: name.endsWith('[]') ? [inner] : inner };
}

describe.each(['management', 'dashboard'] as const)('Additional Fields of the %s node', (api) => {
	it('never calls a documented key unlisted', () => {
		const node = PLANNING_NODES[api];
		const forms = new Map(node.forms(SEED).map((form) => [form.operation, form]));
		let count = 0;
		for (const { parameters: form } of forms.values()) {
			const collection = node.operationOf(form).properties.find(hasAdditions)?.name;
			if (collection === undefined) continue;
			const parameters = node.read(form);
			const { method, path } = node.plan(parameters, 'clickhouseCloud').request;
			for (const judge of ['management', 'clickstack', 'clickhouseCloud'] as const) {
				const template = findOperation(judge, method, path)?.operation.template;
				const start = `${method} ${String(template)} `;
				const keys = requestBodyMembers(judge).filter((key) => key.startsWith(start));
				count += keys.length;
				for (const key of keys) {
					const additions = { [ADDITIONAL_MEMBERS]: bodyWith(key.slice(start.length)) };
					const added = { ...asObject(parameters[collection]), ...additions };
					const plan = node.plan({ ...parameters, [collection]: added }, 'clickhouseCloud');
					const texts = [...plan.issues.map(({ text }) => text), ...plan.hints];
					expect({ key, told: texts.filter((text) => text.includes('API reference')) }).toEqual({
						key,
						told: [],
					});
				}
			}
		}
		expect(count).toBeGreaterThan(50);
	});
});

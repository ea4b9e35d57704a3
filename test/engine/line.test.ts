import { createRequire } from 'node:module';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { INode } from 'n8n-workflow';
import { NodeOperationError, UserError } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine/package';
import lines from '../compat/lines.json';

const BUILT = path.resolve(__dirname, '../../dist/nodes');
const wanted = process.env['N8N_LINE'];
/** By default, the n8n of the package's own development dependencies. */
const line = lines.find(({ n8n, folder }) =>
	wanted === undefined ? folder === '.' : n8n === wanted,
);

function versionOf(name: string): unknown {
	const manifest: unknown = createRequire(path.join(BUILT, 'core/'))(`${name}/package.json`);
	return typeof manifest === 'object' && manifest !== null && 'version' in manifest
		? manifest.version
		: undefined;
}

describe(`n8n ${String(line?.n8n)}`, () => {
	it('is the version that the tests and the built package find', () => {
		expect({
			'n8n-core': versionOf('n8n-core'),
			'n8n-workflow': versionOf('n8n-workflow'),
			luxon: versionOf('luxon'),
			'p-limit': versionOf('p-limit'),
			zod: versionOf('zod'),
		}).toEqual(line?.modules);
	});

	it('loads the built nodes, which raise errors of its n8n-workflow', async () => {
		const loader = await loadPackage();
		const { CloudManagement } = jest.requireActual<
			typeof import('../../nodes/CloudManagement/CloudManagement.node')
		>(path.join(BUILT, 'CloudManagement/CloudManagement.node.js'));
		expect(loader).toBeInstanceOf(PackageDirectoryLoader);
		expect(loader.getNode('cloudManagement').type).toBeInstanceOf(CloudManagement);

		const { inputError } = jest.requireActual<
			typeof import('../../nodes/engine/errors/nodeErrors')
		>(path.join(BUILT, 'engine/errors/nodeErrors.js'));
		const node: INode = {
			...{ id: '', name: '', type: '', typeVersion: 1, parameters: {} },
			position: [0, 0],
		};
		expect(inputError(node, { message: 'm', description: 'd' })).toBeInstanceOf(NodeOperationError);
	});

	it('has an engine with the same n8n-workflow', async () => {
		const loader = await loadPackage();
		expect(() => loader.getNode('unknown')).toThrow(UserError);
	});
});

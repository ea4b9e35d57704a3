import { createRequire } from 'node:module';
import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import { NodeOperationError, UserError } from 'n8n-workflow';

import { loadPackage } from '../../tools/engine/package';
import { MANAGEMENT, workflowOf } from '../../tools/engine/workflow';
import lines from '../compat/lines.json';

const BUILT = path.resolve(__dirname, '../../dist/nodes');
const wanted = process.env['N8N_LINE'];
/** Defaults to the n8n in the package's development dependencies. */
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
	it('matches the version that the tests load', () => {
		const names = ['n8n-core', 'n8n-workflow', 'luxon', 'p-limit', 'zod'];
		const found = Object.fromEntries(names.map((name) => [name, versionOf(name)]));
		expect(found).toEqual(line?.modules);
	});

	it('loads the built nodes with its own n8n-workflow', async () => {
		const loader = await loadPackage();
		const { CloudManagement } = jest.requireActual<
			typeof import('../../nodes/CloudManagement/CloudManagement.node')
		>(path.join(BUILT, 'CloudManagement/CloudManagement.node.js'));
		expect(loader).toBeInstanceOf(PackageDirectoryLoader);
		expect(loader.getNode('cloudManagement').type).toBeInstanceOf(CloudManagement);
		expect(() => loader.getNode('unknown')).toThrow(UserError);

		const { inputError } = jest.requireActual<
			typeof import('../../nodes/engine/errors/nodeErrors')
		>(path.join(BUILT, 'engine/errors/nodeErrors.js'));
		const [node] = workflowOf({ type: MANAGEMENT, parameters: {} }).nodes;
		if (node === undefined) throw new Error('The workflow has no node');
		expect(inputError(node, { message: 'm', description: 'd' })).toBeInstanceOf(NodeOperationError);
	});
});

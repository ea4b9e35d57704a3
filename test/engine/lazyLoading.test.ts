import path from 'node:path';

import { LazyPackageDirectoryLoader } from 'n8n-core';

import { loadPackage } from '../../tools/engine/package';

const ROOT = path.resolve(__dirname, '../..');

/**
 * Compares neither method names nor Poll Times: n8n's build moves the names to other files, and Poll Times have
 * different texts in each version.
 */
function asStored(value: unknown): unknown {
	const text = JSON.stringify(value, (name, member: unknown) => {
		if (name === '__loadOptionsMethods') return undefined;
		return isPollTimes(member) ? member.name : member;
	});
	return JSON.parse(text);
}

function isPollTimes(member: unknown): member is { name: string } {
	return (
		typeof member === 'object' && member !== null && 'name' in member && member.name === 'pollTimes'
	);
}

/** Loads the package as a starting n8n does. */
async function loadLazily(): Promise<LazyPackageDirectoryLoader> {
	const loader = new LazyPackageDirectoryLoader(ROOT);
	await loader.loadAll();
	return loader;
}

describe('LazyPackageDirectoryLoader', () => {
	it('reads the built descriptions without loading code', async () => {
		const [eager, lazy] = [await loadPackage(), await loadLazily()];
		expect(lazy).toMatchObject({ isLazyLoaded: true, nodeTypes: {}, credentialTypes: {} });
		expect(asStored(lazy.types.nodes)).toEqual(asStored(eager.types.nodes));
		expect(lazy.types.credentials).toEqual(asStored(eager.types.credentials));
		expect(lazy.known).toEqual(asStored(eager.known));
	});

	it('loads a node at its first use', async () => {
		const [eager, lazy] = [await loadPackage(), await loadLazily()];
		const { version } = eager.packageJson;
		for (const name of Object.keys(lazy.known.nodes)) {
			const { type } = lazy.getNode(name);
			const { type: expected } = eager.getNode(name);
			// Only the file contains the package's version.
			expect(asStored({ ...type.description, communityNodePackageVersion: version })).toEqual(
				asStored(expected.description),
			);
			expect(Object.keys(type)).toEqual(Object.keys(expected));
		}
	});

	it('loads a credential at its first use', async () => {
		const lazy = await loadLazily();
		const listed = asStored(lazy.types.credentials);
		for (const name of Object.keys(lazy.known.credentials)) {
			expect(lazy.getCredential(name).type.name).toBe(name);
		}
		expect(lazy.types.credentials).toEqual(listed);
	});

	it('keeps the nodes for testing a loaded credential, except in n8n 1.x', async () => {
		const lazy = await loadLazily();
		const names = Object.keys(lazy.known.credentials);
		const testers = () => names.map((name) => lazy.known.credentials[name]?.supportedNodes);
		const before = testers();
		expect(before.flat()).toContain('cloudManagement');
		for (const name of names) lazy.getCredential(name);
		// docs/versioning.md says what users of n8n 1.x notice.
		const isOld = process.env['N8N_LINE']?.startsWith('1.') === true;
		expect(testers()).toEqual(isOld ? names.map(() => undefined) : before);
	});
});

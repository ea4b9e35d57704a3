import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { loadPackage } from '../engine/package';

/** Uses the built package, so build it first. */
export async function descriptionOf(node: string): Promise<INodeTypeDescription> {
	const loader = await loadPackage();
	return NodeHelpers.getVersionedNodeType(loader.getNode(node).type).description;
}

/** Uses the built package, so build it first. */
export async function credentialTypes(): Promise<ICredentialType[]> {
	const loader = await loadPackage();
	const names = Object.keys(loader.credentialTypes).sort();
	return names.map((name) => loader.getCredential(name).type);
}

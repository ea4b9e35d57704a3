import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { loadPackage } from '../engine/harness/package';

/** Returns the description of a node of the built package. */
export async function descriptionOf(node: string): Promise<INodeTypeDescription> {
	const loader = await loadPackage();
	return NodeHelpers.getVersionedNodeType(loader.getNode(node).type).description;
}

/** Returns the credential types of the built package, by name. */
export async function credentialTypes(): Promise<ICredentialType[]> {
	const loader = await loadPackage();
	const names = Object.keys(loader.credentialTypes).sort();
	return names.map((name) => loader.getCredential(name).type);
}

/** Returns every text in the descriptions of all nodes. */
export async function descriptionTexts(): Promise<string[]> {
	const loader = await loadPackage();
	const nodes = Object.keys(loader.nodeTypes);
	const descriptions = await Promise.all(nodes.map(descriptionOf));
	return textsIn(descriptions);
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

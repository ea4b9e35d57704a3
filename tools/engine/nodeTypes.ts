import type { IDataObject, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import type { PackageDirectoryLoader } from 'n8n-core';

import { PACKAGE_NAME } from './package';
import { TEST_NODES } from './testNodes';

/** Finds the package's node types and the test nodes by the type that a workflow stores. */
export class NodeTypes implements INodeTypes {
	constructor(private readonly loader: PackageDirectoryLoader) {}

	getByName(type: string): INodeType | IVersionedNodeType {
		const known = TEST_NODES[type];
		if (known !== undefined) return known;
		const [packageName, name] = type.split('.');
		if (packageName !== PACKAGE_NAME || name === undefined) {
			throw new Error(`The engine tests know no node type "${type}"`);
		}
		// n8n makes a type of its own for a node that is used as a tool.
		return this.loader.getNode(name.replace(/Tool$/, '')).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes(): IDataObject {
		return {};
	}
}

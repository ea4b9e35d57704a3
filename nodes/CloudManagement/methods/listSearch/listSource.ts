import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { inputError } from '../../../core/errors/nodeErrors';
import type { ListSource } from '../../../core/lists/listSource';
import { openListSource, TYPE_THE_ID } from '../../../core/lists/listSource';
import { emptyToUndefined } from '../../../core/parameters/values';
import { managementApi } from '../../api/managementApi';

/** Opens the source of a list in the organization of the node. `byHand` explains how to do without the list. */
export async function withListSource<List>(
	context: ILoadOptionsFunctions,
	list: (source: ListSource) => Promise<List>,
	byHand = TYPE_THE_ID,
): Promise<List> {
	const options = { organizationId: chosenOrganization(context, byHand) };
	return await openListSource(context, { api: managementApi, options, byHand }, list);
}

/** Returns the organization in the node's options, or undefined if the credential's counts. */
export function chosenOrganization(context: ILoadOptionsFunctions, byHand: string): unknown {
	// n8n returns null for a collection with an expression that has no value while the panel is open.
	if (context.getCurrentNodeParameter('options') !== null) {
		return emptyToUndefined(context.getCurrentNodeParameter('options.organizationId'));
	}
	throw inputError(context.getNode(), {
		message: "The options contain an expression that has no value here, so the list can't be read.",
		description: byHand,
	});
}

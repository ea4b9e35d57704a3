import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { inputError } from '../../../core/errors/nodeErrors';
import { locatorValue, optional } from '../../../core/parameters/values';
import { serviceIdField } from '../../actions/shared/identifiers';
import { isFiltered, matchingItems } from './listItems';
import { withListSource } from './listSource';
import { knownSummary, readSummary } from './serviceSummary';

/**
 * Lists the private endpoints that the chosen service names as available.
 * Assumed beyond the reference: these are the IDs that Create takes.
 */
export async function searchPrivateEndpoints(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const chosen = optional(
		locatorValue(this.getCurrentNodeParameter('serviceId'), serviceIdField.modes),
	);
	if (typeof chosen !== 'string') {
		throw inputError(this.getNode(), {
			message: 'Service ID has no value here. Choose the service first, or type the endpoint ID.',
			description: 'Nothing was sent.',
		});
	}
	const serviceId = chosen.trim();
	return await withListSource(this, async (source) => {
		const known = isFiltered(filter) ? knownSummary(source, serviceId) : undefined;
		const summary = known ?? (await readSummary(source, serviceId));
		const items = summary.availablePrivateEndpointIds.map((id) => ({
			name: source.redact(id),
			value: id,
		}));
		return matchingItems(items, filter);
	});
}

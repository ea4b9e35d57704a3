import { collection } from '../../../core/parameters/values';
import { service } from '../../actions/service';
import { ExpiringCache } from './expiringCache';
import { idText, shownTexts } from './listItems';
import type { ListSource } from './listSource';
import { LIFETIME_MS } from './listSource';

/** What the lists show of a service. */
interface ServiceSummary {
	/** The name with state and region; undefined where the service is shown by its ID. */
	label: string | undefined;
	availablePrivateEndpointIds: string[];
}

const MAX_SERVICES = 1000;
const MAX_ENDPOINTS = 200;
/** How many services one opening of a list reads at most. */
const MAX_READS = 5;

const summaries = new ExpiringCache<ServiceSummary>(LIFETIME_MS, MAX_SERVICES);

/** Returns what is known of a service, if it was read in the last five minutes. */
export function knownSummary(source: ListSource, serviceId: string): ServiceSummary | undefined {
	return summaries.get([...source.scope, serviceId], Date.now());
}

/** Reads the first few services that are not known. Those that cannot be read stay unknown. */
export async function readUnknown(
	source: ListSource,
	serviceIds: readonly string[],
): Promise<void> {
	const unknown = serviceIds.filter((id) => knownSummary(source, id) === undefined);
	await Promise.all(
		unknown.slice(0, MAX_READS).map(async (serviceId) => {
			const result = await source.read(service.operations.get, { serviceId });
			if ('payload' in result) keepSummary(source, serviceId, result.payload);
			// A service that is gone has no name: that is kept, so as not to read it at each opening.
			else if (result.error.httpCode === '404') keepSummary(source, serviceId, undefined);
		}),
	);
}

/** Reads a service, and keeps what the lists show of it. */
export async function readSummary(source: ListSource, serviceId: string): Promise<ServiceSummary> {
	return keepSummary(
		source,
		serviceId,
		await source.payload(service.operations.get, { serviceId }),
	);
}

/** Returns what the lists show of a service. */
export function summaryOf(
	service: unknown,
	{ redact }: Pick<ListSource, 'redact'>,
): ServiceSummary {
	const { name, state, region, availablePrivateEndpointIds: available } = collection(service);
	const details = shownTexts([state, region], ', ', redact);
	const inBrackets = details === undefined ? undefined : `(${details})`;
	const shownName = shownTexts([name], '', redact);
	const label = shownName && shownTexts([shownName, inBrackets], ' ', redact);
	const ids = Array.isArray(available) ? available.map(idText) : [];
	const availablePrivateEndpointIds = ids.filter((id) => id !== undefined).slice(0, MAX_ENDPOINTS);
	return { label, availablePrivateEndpointIds };
}

function keepSummary(source: ListSource, serviceId: string, service: unknown): ServiceSummary {
	const summary = summaryOf(service, source);
	summaries.set([...source.scope, serviceId], summary, Date.now());
	return summary;
}

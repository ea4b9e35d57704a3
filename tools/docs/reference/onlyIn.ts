import { findOperation } from '../../contract';
import type { Exchange } from '../exchange';

const MANAGED_CLICKSTACK = '/v1/organizations/o/services/s/clickstack';

/** Tags an operation that only one of the APIs documents, by the request of its example. */
export function onlyIn({ requests }: Pick<Exchange, 'requests'>): string {
	const request = requests.at(-1);
	if (request === undefined) return '';
	const { method, path } = request;
	const isIn = (api: Parameters<typeof findOperation>[0], itsPath = path) =>
		findOperation(api, method, itsPath) !== undefined;
	if (isIn('management') || isIn('dashboard')) return '';
	if (path.startsWith('/v1/')) return '_ClickHouse Cloud only._';
	const isManaged = isIn('vendorCloud', path.replace('/api/v2', MANAGED_CLICKSTACK));
	return isManaged ? '_ClickStack only._' : '_Your own ClickStack only._';
}

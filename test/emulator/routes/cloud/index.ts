import type { Handler } from '../answers';
import * as apiKeys from './apiKeys';
import * as organization from './organization';
import * as people from './people';
import * as pipes from './pipes';
import { updatePipe } from './pipeUpdate';
import * as services from './services';

/** What ClickHouse Cloud has more than the neutral reference, or does in its own way. */
export const CLOUD_HANDLERS: Record<string, Handler> = {
	...apiKeys,
	...organization,
	...people,
	...pipes,
	...services,
	updatePipe,
};

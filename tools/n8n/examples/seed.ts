import { type Emulator, type EmulatorOptions, ORDERS_BY_DAY } from '../../emulator';

/**
 * Emulates ClickHouse Cloud, so that an example that fails there fails here too. Includes the recent records that the
 * examples look for.
 */
export function optionsForExamples(): EmulatorOptions {
	const now = Date.now();
	const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
	const activity = { organizationId: '', serviceId: '', actorType: 'user', actorIpAddress: '' };
	const activities = [10, 20, 60 * 24 * 8].map((minutes, index) => ({
		...activity,
		id: `recent-${String(index)}`,
		type: 'service_restore_backup',
		actorId: 'user-1',
		actorDetails: 'Grace Example',
		userAgent: 'Example/1.0',
		createdAt: at(minutes),
	}));
	const yesterday = {
		...activity,
		id: 'yesterday',
		type: 'service_stop',
		actorType: 'api',
		actorId: 'key-1',
		actorDetails: '',
		userAgent: 'Example/1.0',
		createdAt: at(60 * 24),
	};
	return { dialect: 'clickhouseCloud', seed: { activities: [...activities, yesterday] } };
}

/** Adds what the examples expect: the query they run, a permanent key, and infrastructure. */
export function seedRecords(emulator: Emulator): void {
	const { apiKeyId, byocInfrastructureId, organizationId, queryEndpointId } = emulator.ids;
	const infrastructure = emulator.stored('byocInfrastructures', byocInfrastructureId);
	emulator.change('organizations', organizationId, (organization) => ({
		...organization,
		byocConfig: [infrastructure],
	}));
	emulator.change('queryEndpoints', queryEndpointId, (endpoint) => ({
		...endpoint,
		sql: ORDERS_BY_DAY,
	}));
	emulator.change('apiKeys', apiKeyId, (key) => ({ ...key, expireAt: null }));
}

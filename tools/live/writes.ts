import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { objectsAt, textAt } from '../contract/json';
import { idParameterOf } from '../samples/samplesOf';
import { type Ids, TABLES } from './reads';
import type { Result, Run, Session, Target } from './session';

/** New records' names start like this. Such records are deleted before and after a run. */
export const PREFIX = 'n8n-live-check';
const HOUR_MS = 3_600_000;

interface Write {
	target: Target;
	resource: string;
	/** The creation needs these IDs. */
	needs: string[];
	create: (name: string, ids: Ids) => INodeParameters;
	update: (name: string) => INodeParameters;
}

const POLICY = { allowDeny: 'ALLOW', permissions: 'service:view', resources: 'instance/*' };
const RULE = { threshold: 1_000_000, thresholdType: 'above', interval: '1h' };

function clickStackWrites(target: Target): Write[] {
	const service = target === 'managed' ? ['serviceId'] : [];
	return [
		{
			target,
			resource: 'webhook',
			needs: service,
			create: (name) => ({ name, service: 'generic', url: 'https://example.com/' }),
			update: (name) => ({ updateFields: { name } }),
		},
		{
			target,
			resource: 'dashboard',
			needs: [...service, 'sourceId'],
			create: (name, { sourceId = '' }) => ({
				name,
				tiles: { values: [{ name: 'Count', sourceId, aggFn: 'count' }] },
			}),
			update: (name) => ({ name }),
		},
		{
			target,
			resource: 'savedSearch',
			needs: [...service, 'sourceId'],
			create: (name, { sourceId = '' }) => ({ name, sourceId }),
			update: (name) => ({ updateFields: { name } }),
		},
		{
			target,
			resource: 'alert',
			needs: [...service, 'dashboardId', 'tileId', 'webhookId'],
			create: (name, { dashboardId = '', tileId = '', webhookId = '' }) => ({
				...{ source: 'tile', dashboardId, tileId, webhookIds: webhookId, ...RULE },
				name,
			}),
			update: () => ({ updateFields: { threshold: 2_000_000 } }),
		},
	];
}

/** Records to create, all free of charge. A record comes before the records that need it. */
const WRITES: readonly Write[] = [
	{
		target: 'cloud',
		resource: 'role',
		needs: [],
		create: (name) => ({ name, policies: { values: [POLICY] } }),
		update: (name) => ({ updateFields: { name } }),
	},
	{
		target: 'cloud',
		resource: 'apiKey',
		needs: [],
		create: (name) => ({
			name,
			expireAt: new Date(Date.now() + HOUR_MS).toISOString(),
			additionalFields: { state: 'disabled' },
		}),
		update: (name) => ({ updateFields: { name } }),
	},
	{
		target: 'cloud',
		resource: 'savedQuery',
		needs: ['serviceId'],
		create: (name) => ({ name, sql: 'SELECT 1', database: 'default' }),
		update: () => ({ updateFields: { sql: 'SELECT 2' } }),
	},
	...clickStackWrites('managed'),
	...clickStackWrites('own'),
];

/** Creates and changes records that `sweep` deletes. */
export class Writes {
	readonly results: Result[] = [];

	constructor(
		private readonly session: Session,
		private readonly idsFor: (target: Target, resource: string) => Ids,
		private readonly isStopped: () => boolean,
	) {}

	async run(): Promise<void> {
		const made = new Map<Target, Ids>();
		for (const write of this.writes()) {
			if (this.isStopped()) return;
			const { target, resource, needs } = write;
			const ids = { ...this.idsOf(target), ...made.get(target) };
			const missing = needs.find((key) => ids[key] === undefined);
			if (missing === undefined) {
				made.set(target, { ...made.get(target), ...(await this.create(write, ids)) });
				continue;
			}
			const lines = [`the account has no ${missing.replace(/Id$/, '')}`];
			this.results.push({ name: `${target} ${resource} create`, outcome: 'skipped', lines });
		}
	}

	/** Records that depend on others are deleted first. */
	async sweep(): Promise<void> {
		for (const { target, resource, needs } of this.writes().reverse()) {
			const ids = this.idsOf(target);
			if (needs.includes('serviceId') && ids.serviceId === undefined) continue;
			const listed = await this.session.run(target, {
				...placeOf(needs, ids),
				...{ resource, operation: 'getAll', ...(target === 'cloud' && { returnAll: true }) },
			});
			const { items, ...result } = listed;
			// A failed list is reported, because records may remain in the account.
			if (result.outcome === 'failed') this.results.push(result);
			for (const item of items.filter(isOurs)) {
				const own = { [idParameterOf(resource)]: textAt(item, 'id') };
				await this.change({ target, resource, needs }, 'delete', ids, own);
			}
		}
	}

	/** The service with a source is the ClickStack service. */
	private idsOf(target: Target): Ids {
		return this.idsFor(target, target === 'cloud' ? '' : 'source');
	}

	private writes(): Write[] {
		return WRITES.filter(({ target }) => this.session.has(target));
	}

	private async create(write: Write, ids: Ids): Promise<Ids> {
		const name = `${PREFIX} ${write.target} ${write.resource}`;
		const { items } = await this.change(write, 'create', ids, write.create(name, ids));
		const [{ id, ...item } = {}] = items;
		if (typeof id !== 'string') return {};
		const [tile] = objectsAt(item, 'tiles');
		const own = { [idParameterOf(write.resource)]: id };
		const { target, resource } = write;
		if (TABLES[target][resource]?.['get'] !== undefined) {
			await this.change(write, 'get', ids, own);
		}
		await this.change(write, 'update', ids, { ...own, ...write.update(`${name} changed`) });
		return { ...own, ...(tile !== undefined && { tileId: textAt(tile, 'id') }) };
	}

	private async change(
		{ target, resource, needs }: Pick<Write, 'needs' | 'resource' | 'target'>,
		operation: string,
		ids: Ids,
		parameters: INodeParameters,
	): Promise<Run> {
		const place = placeOf(needs, ids);
		const run = await this.session.run(target, { resource, operation, ...place, ...parameters });
		const { name, outcome, lines } = run;
		this.results.push({ name, outcome, lines });
		return run;
	}
}

function placeOf(needs: readonly string[], { serviceId }: Ids): INodeParameters {
	return needs.includes('serviceId') && serviceId !== undefined ? { serviceId } : {};
}

function isOurs({ name, displayName }: IDataObject): boolean {
	return [name, displayName].some((one) => typeof one === 'string' && one.startsWith(PREFIX));
}

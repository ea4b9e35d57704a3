import { KAFKA, ORDERS_TABLE } from '../samples/kafkaPipe';
import type { Script } from './harness/chatModel';

const FROM_SCRIPT =
	'A script wrote this answer. To ask your own questions, select your account in Chat Model.';

/** The pipe that the agent of the example "agent-proposes" asks for. */
export const WISHED_PIPE = {
	name: 'Orders from Kafka',
	source: { kafka: { ...KAFKA, authentication: 'SCRAM-SHA-512' } },
	destination: ORDERS_TABLE,
};

type Play = (results: readonly string[]) => ReturnType<Script>;

/** How the model acts in each example. The first tool in this list that the example offers identifies the example. */
const PLAYS: ReadonlyArray<[tool: string, play: Play]> = [
	[
		'Orders_by_Day',
		([orders]) => {
			const day = new Date(Date.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
			if (orders === undefined) return [{ name: 'Orders_by_Day', input: { day } }];
			const counts = recordsIn(orders).map((row) => `${text(row.country)} ${text(row.orders)}`);
			return said(`Orders on ${day}: ${counts.join(', ') || orders}`);
		},
	],
	[
		'List_Services',
		([services, ...pipesOfServices]) => {
			if (services === undefined) return [{ name: 'List_Services', input: {} }];
			const listed = recordsIn(services);
			if (listed.length > 0 && pipesOfServices.length === 0) {
				return listed.map(({ name }) => ({ name: 'List_Pipes', input: { service: text(name) } }));
			}
			const lines = listed.map((service, index) => {
				const pipes = recordsIn(pipesOfServices[index] ?? '')
					.map(stateOf)
					.join(', ');
				return `- Service ${stateOf(service)}: ${pipes || 'no pipes'}`;
			});
			return said(lines.join('\n') || services);
		},
	],
	[
		'Check_Pipe',
		([checked]) =>
			checked === undefined
				? [{ name: 'Check_Pipe', input: { pipe_definition: WISHED_PIPE } }]
				: said(JSON.stringify(WISHED_PIPE, null, 2)),
	],
	[
		'Count_Events',
		([counted, found]) => {
			const where = 'SeverityText:error';
			const input = { where, group_by: 'ServiceName' };
			if (counted === undefined) return [{ name: 'Count_Events', input }];
			if (found === undefined) return [{ name: 'Search_Events', input: { where } }];
			return said(`Errors in the last hour: ${String(recordsIn(found).length)}`);
		},
	],
];

/** Plays the model of the examples' agents. It only calls tools that change nothing. */
export const playgroundScript: Script = ({ results, tools }) => {
	const offered = tools.map(({ name }) => name);
	const [, play] = PLAYS.find(([tool]) => offered.includes(tool)) ?? [];
	return play?.(results) ?? said('The script knows none of these tools.');
};

function said(answer: string): string {
	return `${answer}\n\n${FROM_SCRIPT}`;
}

type Row = Readonly<Record<string, unknown>>;

/** Empty if the tool failed, because its result is then a sentence. */
function recordsIn(result: string): Row[] {
	try {
		const value: unknown = JSON.parse(result);
		return Array.isArray(value) ? value.map((row): Row => Object(row)) : [];
	} catch {
		return [];
	}
}

function stateOf({ name, state }: Row): string {
	return `${text(name)} (${text(state)})`;
}

function text(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}

import { objectAt } from '../../contract/json';
import { sampleService } from '../state/samples';
import { type Answer, badRequest, type Call, type Handler, isCloud } from './answers';
import { withService } from './rules';

/** A new service is a copy of the first service. No later response shows its password. */
export const createService: Handler = ({ state, body, now: createdAt }) => {
	const { services, newIds } = state;
	const [other = sampleService()] = services.peekAll();
	const { endpoints } = other;
	const own = { id: newIds.uuid(0x21), state: 'provisioning', createdAt, endpoints };
	const service = { ...other, ...body, backupId: undefined, ...own };
	services.accept(service, 'running');
	return { result: { service, password: newIds.named('new-password') } };
};

/** A command leads to these states, but only from certain states. In others, it changes nothing. */
const COMMANDS: Readonly<Record<string, { from: readonly string[]; to: readonly string[] }>> = {
	start: { from: ['stopped'], to: ['starting', 'running'] },
	stop: {
		from: ['running', 'idle', 'degraded', 'partially_running'],
		to: ['stopping', 'stopped'],
	},
	awake: { from: ['idle'], to: ['awaking', 'running'] },
};
/** A wake doesn't work in these states. */
const STOPPED = [
	'stopped',
	'stopping',
	'failed',
	'terminating',
	'terminated',
	'softdeleting',
	'softdeleted',
];
/** States in which a service refuses changes to its pipes. */
const ASLEEP = [...STOPPED, 'idle', 'awaking', 'starting', 'partially_running', 'provisioning'];

/** The response still shows the previous state, because the command is only accepted. */
export const updateServiceState = withService(({ state, body }, service) => {
	const command = String(body['command']);
	if (command === 'awake' && STOPPED.includes(service.state)) {
		return badRequest(`a service that is ${service.state} can't be woken`);
	}
	const { from = [], to = [] } = COMMANDS[command] ?? {};
	if (from.includes(service.state)) state.services.accept(service, ...to);
	return { result: service };
});

const OF_PIPES = /\/clickpipes(?!.*\/schemaDiscovery)/;

/** The service itself reads files in object storage, so it must be awake. */
function readsFiles({ operation: { operationId }, body }: Call): boolean {
	return operationId === 'discoverSchema' && 'objectStorage' in objectAt(body, 'source');
}

/** While the service is asleep, changes of pipes and reverse private endpoints get 424. */
export function asleep(call: Call): Answer | undefined {
	const { operation, place, state } = call;
	const isChange = operation.method !== 'GET' && OF_PIPES.test(operation.template);
	const service = state.services.peek(place.serviceId ?? '');
	if (!(isChange || readsFiles(call)) || !isCloud(call) || !ASLEEP.includes(String(service?.state)))
		return undefined;
	const reason = `the service must be running. Current state: ${String(service?.state)}`;
	return { status: 424, message: `FAILED_DEPENDENCY: ${reason}` };
}

/** Lists and objects stay, because a body contains only changes to them. */
export const updateService = withService(({ state, body }, service) => {
	const values = Object.entries(body).filter(([, value]) => typeof value !== 'object');
	const updated = { ...service, ...Object.fromEntries(values) };
	state.services.edit(updated);
	return { result: updated };
});

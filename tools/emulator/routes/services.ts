import { sampleService } from '../state/samples';
import type { Handler } from './answers';
import { withService } from './rules';

/** Creates a service like the first one. Its password is only in this response. */
export const createService: Handler = ({ state, body, now: createdAt }) => {
	const { services, newIds } = state;
	const [other = sampleService()] = services.all();
	const { endpoints } = other;
	const own = { id: newIds.uuid(0x21), state: 'provisioning', createdAt, endpoints };
	const service = { ...other, ...body, backupId: undefined, ...own };
	services.accept(service, 'running');
	return { result: { service, password: newIds.named('new-password') } };
};

const STATE_AFTER: Readonly<Record<string, string>> = {
	start: 'running',
	stop: 'stopped',
	awake: 'running',
};

/** Accepts a command. The response still shows the state before. */
export const updateServiceState = withService(({ state, body }, service) => {
	state.services.accept(service, STATE_AFTER[String(body['command'])] ?? service.state);
	return { result: service };
});

/** Changes everything but lists and objects. */
export const updateService = withService(({ state, body }, service) => {
	const values = Object.entries(body).filter(([, value]) => typeof value !== 'object');
	const updated = { ...service, ...Object.fromEntries(values) };
	state.services.set(updated);
	return { result: updated };
});

export const scaleService = updateService;

import type { Fault } from '../../emulator';

/** The fault that text such as "503:1" asks for: a status, and how often the API responds with it; without a count, always. */
export function faultOf(text = ''): Fault | undefined {
	if (text === '') return undefined;
	const [, status, times] = /^([45]\d\d)(?::([1-9]\d*))?$/.exec(text) ?? [];
	if (status === undefined) {
		throw new Error(`FAULT is "${text}". Give a status and how often, such as FAULT=503:1`);
	}
	const fault: Fault = { kind: 'status', status: Number(status) };
	return times === undefined ? fault : { ...fault, times: Number(times) };
}

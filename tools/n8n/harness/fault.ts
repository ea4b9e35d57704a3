import type { Fault } from '../../emulator';

/** "503:1" is a status and the number of such responses. Without a number, all responses fail. */
export function faultOf(text = ''): Fault | undefined {
	if (text === '') return undefined;
	const [, status, times] = /^([45]\d\d)(?::([1-9]\d*))?$/.exec(text) ?? [];
	if (status === undefined) {
		throw new Error(`FAULT is "${text}". Give a status and how often, such as FAULT=503:1`);
	}
	const fault: Fault = { kind: 'status', status: Number(status) };
	return times === undefined ? fault : { ...fault, times: Number(times) };
}

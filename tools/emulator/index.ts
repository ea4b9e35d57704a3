export { evaluateAlert } from './clickstack/deliveries';
export { CLICKSTACK_IDS } from './clickstack/ids';
export { type Emulator, startEmulator } from './emulator';
export type { Fault, FaultKind } from './faults';
export type { EmulatorOptions } from './options';
export type { RateLimit } from './rateLimit';
export type { LoggedRequest } from './requestLog';
export { ORDERS_BY_DAY } from './routes/queries';
export { type Sink, startSink } from './sink';
export {
	startBreakingTlsServer,
	startServerWithoutTls,
	startTlsServer,
	type TlsBreak,
	type TlsServer,
} from './tlsServer';
export type { EmulatorState } from './state';
export type { EmulatorIds } from './state/ids';
export * from './state/samples';

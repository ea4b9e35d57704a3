export { type CertificateOptions, createCertificate, type TlsIdentity } from './certificate';
export { type Emulator, startEmulator } from './emulator';
export { ERROR_SHAPES, type ErrorShape } from './errorShapes';
export type { Fault, FaultKind, FaultMatch, Faults, PlacedFault } from './faults';
export type { LatencyOptions } from './latency';
export type { EmulatorCredentials, EmulatorKeys, EmulatorOptions } from './options';
export type { RateLimit, RateLimitHeader, RateLimitStatistics, RefusedRequest } from './rateLimit';
export type { RateLimitKind } from './requestBudget';
export type { LoggedRequest, Violation } from './requestLog';
export type { PlacedScript, ScriptedRead, Scripts, ScriptStep } from './scripts';
export { type Sink, startSink, type SunkRequest } from './sink';
export {
	type LocalPort,
	type SocketBehavior,
	type SocketServer,
	startFullBacklog,
	startSocketServer,
	unusedPort,
} from './sockets';
export { UNDOCUMENTED_ECHO } from './undocumentedEcho';
export type { EmulatorState } from './state';
export type { EmulatorIds } from './state/ids';
export * from './state/samples';
export type { Seed } from './state/seed';

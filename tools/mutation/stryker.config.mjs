import { sampledPlaces } from './sample.mjs';

const CHECKS = [
	'nodes/{clickhouseCloud,clickStack}/*.ts',
	'nodes/CloudManagement/resources/pipe/credentialTest.ts',
	'nodes/engine/execution/plan.ts',
];
const SENDING = [
	'nodes/engine/http/*.ts',
	'nodes/engine/execution/send.ts',
	'nodes/engine/redaction/*.ts',
];
/** Modules that decide whether a change is resent and whether a person has approved it. */
const JOURNAL = ['nodes/engine/journal/*.ts', 'nodes/engine/approval/approval.ts'];
const TRIGGER = [
	'nodes/features/watch/{resources,stateChanged,states,watchErrors}.ts',
	'nodes/CloudManagementTrigger/{activityState,newActivity,trigger}.ts',
];

/** Excludes messages' wording, which no test can judge. */
const mutator = { excludedMutations: ['StringLiteral'] };
const { MUTATION_SAMPLE } = process.env;

/**
 * Changes the checks and the sending modules in every small way, or all modules in MUTATION_SAMPLE places, and counts
 * the changes that no test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'tools/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// Code that runs when a module loads would need all tests for every mutant, which takes hours.
	ignoreStatic: true,
	mutator,
	mutate:
		MUTATION_SAMPLE === undefined
			? [...SENDING, ...JOURNAL, ...TRIGGER, ...CHECKS]
			: await sampledPlaces(Number(MUTATION_SAMPLE), mutator),
	ignorePatterns: [
		...['/.cache', '/coverage', '/deploy', '/dist', '/docs', '/examples', '/reports'],
		...['test/compat', 'test/n8n', 'test/reliability'],
		...['tools/demo', 'tools/n8n', 'tools/scan'],
	],
	concurrency: 2,
	timeoutMS: 20_000,
	dryRunTimeoutMinutes: 30,
	incremental: true,
	incrementalFile: 'reports/mutation-incremental.json',
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
	jsonReporter: { fileName: 'reports/mutation.json' },
	tempDirName: '.stryker-tmp',
	thresholds: { high: 95, low: 90, break: 90 },
};

const CHECKS = [
	'nodes/{clickhouseCloud,clickStack}/*.ts',
	'nodes/*/methods/*.ts',
	'nodes/engine/execution/plan.ts',
];
const SENDING = [
	'nodes/engine/http/*.ts',
	'nodes/engine/execution/send.ts',
	'nodes/engine/redaction/*.ts',
];
/** What decides whether a change is sent again, and whether a person has approved it. */
const JOURNAL = ['nodes/engine/journal/*.ts', 'nodes/engine/approval/approval.ts'];
const TRIGGER = [
	'nodes/features/watch/{resources,stateChanged,states}.ts',
	'nodes/CloudManagementTrigger/{newActivity,trigger}.ts',
];

/**
 * Changes the checks and the sending modules in every small way, and counts the changes that no test notices.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// What runs once, when a module is loaded, would need all tests for every mutant, which takes hours.
	ignoreStatic: true,
	// The wording of messages: no test can say whether it is the best.
	mutator: { excludedMutations: ['StringLiteral'] },
	mutate: [...SENDING, ...JOURNAL, ...TRIGGER, ...CHECKS],
	ignorePatterns: [
		...['/.cache', '/coverage', '/deploy', '/dist', '/docs', '/examples', '/reports'],
		...['test/compat', 'test/demo', 'test/n8n', 'test/reliability', 'test/scan'],
	],
	concurrency: 2,
	timeoutMS: 20_000,
	incremental: true,
	incrementalFile: 'reports/mutation-incremental.json',
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
	jsonReporter: { fileName: 'reports/mutation.json' },
	tempDirName: '.stryker-tmp',
	thresholds: { high: 95, low: 90, break: 90 },
};

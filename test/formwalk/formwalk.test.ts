import type { INodeParameters } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../nodes/engine/json';
import type { Emulator, EmulatorOptions } from '../../tools/emulator';
import { idleService, startEmulator } from '../../tools/emulator';
import { CLOUD_IDS, SEEDED_IDS } from '../../tools/emulator/state/ids';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { covering } from '../../tools/panel/covering';
import { type Dialect, dialectsFor } from '../../tools/panel/dialects';
import { type Choices, type FilledForm, walkForms } from '../../tools/panel/forms';
import { sourceCredentialFor } from '../../tools/panel/sourceCredential';
import { OPERATION_SAMPLES } from '../../tools/samples/operationSamples';

const SEED = 20_261_124;
const seed = { services: [idleService()] };
const EMULATORS = {
	standard: { seed },
	clickhouseCloud: { dialect: 'clickhouseCloud', seed },
} as const;

interface Case {
	form: FilledForm;
	dialect: Dialect;
}

const STANDARD = { dialect: 'standard', ids: SEEDED_IDS } as const;
const CLOUD = { dialect: 'clickhouseCloud', ids: CLOUD_IDS } as const;

/** Prepares a record that the update can change. */
function acceptedBy({ state }: Emulator, { parameters }: FilledForm): INodeParameters {
	const { operation, resource } = parameters;
	if (operation !== 'update') return parameters;
	if (resource === 'reversePrivateEndpoint') {
		const values = [{ privateDnsName: '*.brokers.example.com' }];
		return { ...parameters, updateFields: { customPrivateDnsMappings: { values } } };
	}
	// Table mappings can change only while a pipe is paused.
	for (const pipe of state.pipes.all()) state.pipes.set({ ...pipe, state: 'Paused' });
	return parameters;
}

async function run(
	type: string,
	emulator: Emulator,
	{ withSource }: FilledForm,
	parameters: INodeParameters,
) {
	return await runWorkflow(workflowOf({ type, parameters, withSource }), {
		credentials: credentialsOf(emulator, { source: sourceCredentialFor(parameters) }),
	});
}

/** Only ClickStack can merge dashboards. */
function optionsFor({ choices, operation }: FilledForm): EmulatorOptions {
	if (choices['updateMode'] === 'merge') return { dashboardApi: 'clickstack' };
	return OPERATION_SAMPLES[operation]?.emulator ?? {};
}

/** Each form gets a new emulator. */
async function expectAccepted(type: string, { form, dialect }: Case) {
	const { operation } = form;
	const managed = type === DASHBOARD ? OPERATION_SAMPLES[`${operation}, managed`] : undefined;
	const { reads = 0, readsAfter = 0 } = managed ?? OPERATION_SAMPLES[operation] ?? {};
	const { onlyReads, returnAll } = form.parameters;
	// Without a total, a page with nothing new ends a list.
	const most = onlyReads === true || returnAll !== undefined ? 1 : reads + readsAfter;
	const emulator = await startEmulator({ ...EMULATORS[dialect], ...optionsFor(form) });
	const { error } = await run(type, emulator, form, acceptedBy(emulator, form));
	await emulator.close();
	const { choices, everything } = form;
	const { requests, violations } = emulator;
	// If an API can't read dashboards, an update tries two reads, and a replacement only one.
	const before = requests.slice(0, -1).map(({ method }) => method);
	const discovered = operation === 'pipe update' ? ['GET', 'POST'] : ['POST'];
	expect(before).toEqual(
		choices['columnsInput'] === 'discover' ? discovered : before.slice(0, most).map(() => 'GET'),
	);
	// Some creations have another status.
	const statuses = requests.slice(-1).map(({ status }) => (status === 201 ? 200 : status));
	const faults = [error?.message, error?.description].filter((text) => text != null);
	expect({ choices, everything, faults, violations, statuses }).toEqual({
		choices,
		everything,
		faults: [],
		violations: [],
		statuses: [200],
	});
}

/**
 * test/property/forms covers every pair of choices. Here, each choice occurs once per operation or source, in its
 * minimal and complete form.
 */
function choicesOf({ operation, choices, everything }: FilledForm): string[] {
	const parts = Object.entries({ ...choices, everything });
	return parts.map((part) => JSON.stringify([operation, choices['sourceKind'], part]));
}

/** Groups cases by operation. */
function byOperation(cases: Case[]): [string, Case[]][] {
	const groups = new Map<string, Case[]>();
	for (const one of cases) {
		const { operation } = one.form;
		groups.set(operation, [...(groups.get(operation) ?? []), one]);
	}
	return [...groups];
}

describe.each([
	{
		type: MANAGEMENT,
		description: new CloudManagement().description,
		apis: [STANDARD, CLOUD],
	},
	{
		type: DASHBOARD,
		description: new CloudDashboard().description,
		apis: [STANDARD],
	},
] as const)('every form of $type', ({ type, description, apis }) => {
	const cases = apis.flatMap(({ dialect, ids }) => {
		const forms = walkForms(description, SEED, ids).filter(({ parameters }) =>
			dialectsFor(parameters).includes(dialect),
		);
		return covering(forms, choicesOf).map((form): Case => ({ form, dialect }));
	});

	it.each(byOperation(cases))('sends only values that the contract accepts: %s', async (_, own) => {
		for (const one of own) await expectAccepted(type, one);
	});

	describe('with an expression in a deciding field', () => {
		let emulators: Record<string, Emulator>;
		const outcomes = new Set<string>();

		beforeAll(async () => {
			const { standard } = EMULATORS;
			emulators = {
				dashboard: await startEmulator(standard),
				clickstack: await startEmulator({ ...standard, dashboardApi: 'clickstack' }),
			};
		});

		afterAll(async () => {
			for (const emulator of Object.values(emulators)) await emulator.close();
		});

		const plans = new Map<FilledForm, ReturnType<typeof dryRun>>();

		/** A form's plan is cached, because several tests need it. */
		async function planOf(form: FilledForm) {
			const plan = plans.get(form) ?? dryRun(form, {});
			plans.set(form, plan);
			return await plan;
		}

		/** Plans a form without sending it. */
		async function dryRun(form: FilledForm, changes: INodeParameters) {
			const { options } = form.parameters;
			const own = isJsonObject(options) ? options : {};
			const parameters = { ...form.parameters, ...changes, options: { ...own, dryRun: true } };
			const { dashboardApi = 'dashboard' } = optionsFor(form);
			const emulator = emulators[dashboardApi];
			if (emulator === undefined) throw new Error(`No emulator is a ${dashboardApi}`);
			const { error, items } = await run(type, emulator, form, parameters);
			return { error: error?.message, item: items(NODE)[0]?.json };
		}

		it.each([...firstFormOfEachChoice(cases)])(
			'plans the same request or none: %s',
			async (_, one) => {
				const { form, field, value } = one;
				const planned = await planOf(form);
				expect(planned).toEqual({ error: undefined, item: expect.anything() as unknown });
				const { error, item } = await dryRun(form, { [field]: `={{ ${JSON.stringify(value)} }}` });
				// If n8n doesn't resolve the expression, nothing is planned.
				const isRefused = item === undefined && NO_CHOICE.test(error ?? '');
				if (!isRefused) expect({ error, item }).toEqual(planned);
				outcomes.add(isRefused ? 'refused' : 'resolved');
			},
		);

		it('covers refused and resolved expressions', () => {
			expect(outcomes).toEqual(new Set(['refused', 'resolved']));
		});
	});
});

/** Matches the messages about an expression in place of a choice. */
const NO_CHOICE = /can't be an expression|is unknown$|has an unknown value$|must be one of/;

/** The first form with each choice of each deciding field, only for the neutral API. */
function firstFormOfEachChoice(cases: Case[]) {
	const found = new Map<string, { form: FilledForm; field: string; value: Choices[string] }>();
	for (const { form, dialect } of cases) {
		if (dialect !== 'standard') continue;
		for (const [field, value] of Object.entries(form.choices)) {
			const name = `${field} ${String(value)}`;
			if (!found.has(name)) found.set(name, { form, field, value });
		}
	}
	return found;
}

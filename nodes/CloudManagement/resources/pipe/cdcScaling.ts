import { describeFields, number } from '../../../engine/body/fields';
import type { Issue } from '../../../engine/issue';
import { sentHint } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { pipesPath } from '../../../clickhouseCloud/identifiers';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { awakeService } from '../../../clickhouseCloud/wake';
import { changedFields } from '../../../features/record/bodyFields';
import { update } from '../../../features/record/change';
import type { ApiRecord } from '../../../features/record/record';
import { get } from '../../../features/record/record';

/** All database pipes of a service share this record. */
const cdcScalingRecord: ApiRecord = {
	title: 'scaling of database pipes',
	plural: 'pipes',
	parent: pipeRecord.parent,
	planSteps: [awakeService],
	collection: pipesPath('CdcScaling'),
	permissions: pipeRecord.permissions,
};
const NO_DATABASE_PIPE = {
	404: "Check the IDs. They must belong to the organization set in the credential or the node. This scaling exists only after the service's first database pipe.",
};
const [MILLICORES_PER_CORE, GB_PER_CORE] = [1000, 4];

/** A field for an amount that grows with the cores, from 1 to 32. */
function perCore(label: string, amount: number, description: string) {
	const memoryField = number(label, { bounds: [amount, 32 * amount], description });
	const step = `must be a multiple of ${String(amount)}.`;
	return {
		...memoryField,
		schema: memoryField.schema.refine((value) => value % amount === 0, step),
	};
}

const replicaCpu = perCore(
	'Replica CPU (Millicores)',
	MILLICORES_PER_CORE,
	'CPU in millicores. Whole cores only, such as 4000.',
);

function* coreIssues({
	replicaCpuMillicores: cpu,
	replicaMemoryGb: memory,
}: JsonObject): Iterable<Issue> {
	if ((cpu === undefined) !== (memory === undefined)) {
		const [path, missingResource] =
			cpu === undefined ? ['replicaMemoryGb', 'CPU'] : ['replicaCpuMillicores', 'memory'];
		yield { path, ...sentHint(`changes without the ${missingResource}, but each core has 4 GB`) };
	}
	// If the CPU itself is invalid, advice on the memory would mislead.
	const isAdvisable = replicaCpu.schema.safeParse(cpu).success && typeof memory === 'number';
	if (!isAdvisable || memory * MILLICORES_PER_CORE === Number(cpu) * GB_PER_CORE) return;
	const text = `must be ${String((Number(cpu) / MILLICORES_PER_CORE) * GB_PER_CORE)}, because each core has 4 GB.`;
	yield { path: 'replicaMemoryGb', text };
}

export const getCdcScaling = get(cdcScalingRecord, {
	name: 'Get CDC Scaling',
	description: "Get the CPU and memory that a service's database pipes share",
	action: 'Get CPU and memory of database pipes',
	advice: NO_DATABASE_PIPE,
});

export const updateCdcScaling = update(cdcScalingRecord, {
	name: 'Update CDC Scaling',
	description:
		"Change the CPU and memory that a service's database pipes share. The change takes a few minutes.",
	action: 'Update CPU and memory of database pipes',
	verb: 'Change',
	fields: changedFields(
		describeFields('', {
			replicaCpuMillicores: replicaCpu,
			replicaMemoryGb: perCore(
				'Replica Memory (GB)',
				GB_PER_CORE,
				'Memory in gigabytes, four for each core',
			),
		}),
		{ example: '{ "newField": "…" }', nullable: [], rules: [coreIssues] },
	),
	advice: NO_DATABASE_PIPE,
});

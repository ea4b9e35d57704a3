import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { operationNames } from '../../engine/harness/operationNames';
import { panelStates } from '../../n8n/editor/expectedFields';

describe('the lists of what each panel shows', () => {
	it.each([new CloudManagement(), new CloudDashboard()])(
		'have a panel of every operation of $description.name, and of no other',
		({ description }) => {
			const listed = panelStates
				.filter(({ node, parameters }) => node === description.name && 'resource' in parameters)
				.map(
					({ parameters: { resource, operation } }) => `${String(resource)} ${String(operation)}`,
				);
			expect([...new Set(listed)].sort()).toEqual(operationNames(description).sort());
		},
	);
});

import type { INodeParameters } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { Operation, OperationTable, ParameterValues } from '../../nodes/engine/operation';
import { coerceValue } from '../../nodes/engine/parameters/coercion';
import type { Dialect } from '../../tools/panel/dialects';
import type { HintedPlan } from '../../tools/panel/facts';
import { plannedWithReads } from '../../tools/panel/facts';
import { type FilledForm, walkForms } from '../../tools/panel/forms';
import { Panel } from '../../tools/panel/panel';
import { sourceCredentialFor } from '../../tools/panel/sourceCredential';
import { contextOf } from '../unit/management/context';

type OpenedForm = ReturnType<Panel['opened']>;

/** Plans forms like n8n's engine, but thousands per second. */
class PlanningNode {
	private readonly panel: Panel;

	constructor(
		{ description }: CloudDashboard | CloudManagement,
		private readonly operations: OperationTable,
	) {
		this.panel = new Panel(description);
	}

	forms(seed: number): FilledForm[] {
		return walkForms(this.panel.description, seed);
	}

	operationOf(parameters: ParameterValues): Operation {
		const { resource, operation } = parameters;
		const found = this.operations[String(resource)]?.[String(operation)];
		if (found === undefined) throw new Error('The form has no operation');
		return found;
	}

	/** n8n decides which fields to show and completes their values. */
	opened(form: INodeParameters): OpenedForm {
		return this.panel.opened(form);
	}

	/** A plan gets a form's values converted to their fields' types. */
	typed({ fields, values }: OpenedForm): ParameterValues {
		return Object.fromEntries(
			fields
				.filter(({ name }) => Object.hasOwn(values, name))
				.map((field) => [field.name, coerceValue(field, values[field.name])]),
		);
	}

	read(form: INodeParameters): ParameterValues {
		return this.typed(this.opened(form));
	}

	plan(parameters: ParameterValues, apiDialect: Dialect): HintedPlan {
		const queryBaseUrl = 'https://queries.example.com';
		const credential = { ...contextOf().credential, apiDialect, queryBaseUrl };
		const extraCredential = sourceCredentialFor(parameters);
		const context = contextOf({ credential, extraCredential });
		return plannedWithReads(this.operationOf(parameters), parameters, context);
	}
}

export const PLANNING_NODES = {
	management: new PlanningNode(new CloudManagement(), managementOperations),
	dashboard: new PlanningNode(new CloudDashboard(), dashboardOperations),
};

import { replaceContent } from '../state/dashboards';
import { type Handler, parameter } from './answers';

export const updateDashboard: Handler = (call) => {
	const dashboard = call.state.dashboards.get(parameter(call, 'id'));
	if (dashboard === undefined) return { status: 404, message: 'Dashboard not found' };
	const replaced = replaceContent(dashboard, call.body, call.state.newIds);
	if (typeof replaced === 'string') {
		return { status: 400, message: `Invalid dashboard configuration: ${replaced}` };
	}
	call.state.dashboards.set(replaced);
	return { result: replaced };
};

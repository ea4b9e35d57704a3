const { CloudAlertTrigger } = require('./dist/nodes/CloudAlertTrigger/CloudAlertTrigger.node');
const { CloudDashboard } = require('./dist/nodes/CloudDashboard/CloudDashboard.node');
const {
	CloudDashboardTrigger,
} = require('./dist/nodes/CloudDashboardTrigger/CloudDashboardTrigger.node');
const { CloudManagement } = require('./dist/nodes/CloudManagement/CloudManagement.node');
const {
	CloudManagementTrigger,
} = require('./dist/nodes/CloudManagementTrigger/CloudManagementTrigger.node');
const { CloudDashboardApi } = require('./dist/credentials/CloudDashboardApi.credentials');
const { CloudManagementApi } = require('./dist/credentials/CloudManagementApi.credentials');
const { CloudPipeSourceApi } = require('./dist/credentials/CloudPipeSourceApi.credentials');

module.exports = {
	CloudAlertTrigger,
	CloudDashboard,
	CloudDashboardApi,
	CloudDashboardTrigger,
	CloudManagement,
	CloudManagementApi,
	CloudManagementTrigger,
	CloudPipeSourceApi,
};

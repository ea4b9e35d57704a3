import type { Handler } from './answers';

/** Each provider writes its regions in its own way: `us-east-1`, `us-east1`, `eastus`. */
function providerOf(regionId: string): string {
	if (/-\d+$/.test(regionId)) return 'aws';
	return regionId.includes('-') ? 'gcp' : 'azure';
}

export const createByocInfrastructure: Handler = ({ state, body }) => {
	const regionId = typeof body['regionId'] === 'string' ? body['regionId'] : 'us-east-1';
	const infrastructure = {
		id: state.newIds.named('byoc'),
		accountName: `account ${String(body['accountId'])}`,
		cloudProvider: providerOf(regionId),
		regionId,
		state: 'infra-provisioning',
	};
	state.byocInfrastructures.set(infrastructure);
	return { result: infrastructure };
};

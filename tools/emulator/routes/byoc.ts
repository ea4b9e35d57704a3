import type { JsonObject } from '../../contract/json';
import { byocConfig } from '../state/byoc';
import type { ByocRecord } from '../state/records';
import { type Answer, type Call, type Handler, notFound, parameter } from './answers';

const BYOC_BLOCK = 0x161;

/** Each provider writes its regions in its own way: `us-east-1`, `us-east1`, `eastus`. */
function providerOf(regionId: string): string {
	if (/-\d+$/.test(regionId)) return 'aws';
	return regionId.includes('-') ? 'gcp' : 'azure';
}

/** Returns a body's network in a record's form. */
function networkOf(body: JsonObject): JsonObject {
	return {
		vpcCidrRange: body['vpcCidrRange'],
		vpcAvailabilityZoneList: body['availabilityZoneSuffixes'],
		isByoVpc: body['vpcId'] !== undefined,
		byoVpcId: body['vpcId'],
		byoVpcPrivateSubnetIds: body['privateSubnetIds'],
		byoVpcPodCidrRangeNames: body['gcpPodCidrRangeNames'],
		byoVpcSharedVpcHostProjectId: body['gcpSharedVpcHostProjectId'],
	};
}

export const createByocInfrastructure: Handler = ({ state, body, isCloud }) => {
	const { accountId, regionId, displayName } = body;
	const region = typeof regionId === 'string' ? regionId : 'us-east-1';
	const infrastructure = {
		id: isCloud ? state.newIds.uuid(BYOC_BLOCK) : state.newIds.named('byoc'),
		accountName: `account ${String(accountId)}`,
		cloudProvider: providerOf(region),
		regionId: region,
		state: 'infra-provisioning',
		...(isCloud ? { accountId, displayName, ...networkOf(body) } : {}),
	};
	state.byocInfrastructures.accept(infrastructure, 'infra-ready');
	return { result: byocConfig(infrastructure) };
};

/** Creates nothing: a network of one's own needs permissions of the account first. */
export const validateByocInfrastructure: Handler = ({ body }) => {
	const allowed = body['vpcId'] === undefined;
	const network = { name: 'Network', action: 'ec2:DescribeVpcs', group: 'network', allowed };
	const account = { name: 'Account', action: 'sts:AssumeRole', group: 'account', allowed: true };
	const cloudProvider = providerOf(String(body['regionId']));
	const checks = [account, allowed ? network : { ...network, reason: 'The action is denied' }];
	return {
		result: { cloudProvider, allPassed: allowed, anyPassed: true, supported: true, checks },
	};
};

function withInfrastructure(act: (call: Call, record: ByocRecord) => Answer): Handler {
	return (call) => {
		const record = call.state.byocInfrastructures.get(parameter(call, 'byocInfrastructureId'));
		return record === undefined ? notFound('BYOC infrastructure') : act(call, record);
	};
}

export const getByocInfrastructure = withInfrastructure((_call, record) => ({ result: record }));

export const updateByocInfrastructure = withInfrastructure(({ state, body }, record) => {
	// Another operation reads the tags.
	const updated = { ...record, ...body, tags: undefined };
	state.byocInfrastructures.set(updated);
	return { result: byocConfig(updated) };
});

/** Terminates later: the next read shows that it is being terminated, and those after it that it is. */
export const deleteByocInfrastructure = withInfrastructure(({ state }, record) => {
	state.byocInfrastructures.accept(record, 'infra-terminating', 'infra-terminated');
	return { done: true };
});

import { wordsOf } from '../engine/text';

export const REGIONS = {
	aws: wordsOf(
		`ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1
		eu-west-1 eu-west-2 il-central-1 us-east-1 us-east-2 us-west-2`,
	),
	gcp: wordsOf('asia-northeast1 asia-southeast1 europe-west2 europe-west4 us-central1 us-east1'),
	azure: wordsOf('centralus eastus eastus2 germanywestcentral westus3'),
};

import { recordNeed } from '../../../../nodes/features/record/needs';
import { memberRecord } from '../../../../nodes/clickhouseCloud/records';

const context = {
	credential: { organizationId: '7d3c5a1e-4b2f-4c8d-9e6a-1f0b2c3d4e5f' },
	startedAt: 0,
	timezone: 'UTC',
	facts: {},
};

it.each([
	{ record: { userId: 'A1', email: 'ada@example.com' }, isSame: true },
	{ record: { id: 'a1' }, isSame: false },
])('recognizes $record by the ID a1: $isSame', ({ record, isSame }) => {
	const { factIn } = recordNeed(memberRecord, { userId: 'a1' }, context);
	expect(Object.hasOwn(factIn(record), 'value')).toBe(isSame);
});

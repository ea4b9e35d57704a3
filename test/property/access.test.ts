import fc from 'fast-check';
import { PIPE_ID, plannedSummary, SERVICE_ID } from '../unit/management/context';

const SETTINGS = { seed: 20_261_127, numRuns: 100 };
const MAX_LENGTH = 600;

/** Checks that a summary's list shows all entries, or the first entries and the number of the rest. */
function expectListed(summary: string, words: readonly string[]): void {
	const [first = ''] = words;
	const shown = words.filter((word) => summary.includes(word));
	expect(summary).toContain(first);
	expect(summary.length).toBeLessThanOrEqual(MAX_LENGTH);
	const left = words.length - shown.length;
	if (left > 0) expect(summary).toContain(` and ${String(left)} more`);
	// The next entry of each list wouldn't fit.
	if (summary.length < MAX_LENGTH - 250) expect(left).toBe(0);
}

const actor = fc
	.tuple(fc.constantFrom('user', 'apiKey'), fc.uuid())
	.map((parts) => parts.join('/'));
const actors = fc.uniqueArray(actor, { minLength: 1, maxLength: 30 });
const permission = fc
	.tuple(fc.constantFrom('control-plane', 'data'), fc.stringMatching(/^[a-z]{3,20}$/))
	.map((parts) => parts.join(':'));
const policy = fc.record({
	allowDeny: fc.constantFrom('ALLOW', 'DENY'),
	permissions: fc.uniqueArray(permission, { minLength: 1, maxLength: 20 }),
	resources: fc.uniqueArray(
		fc.uuid().map((id) => `instance/${id}`),
		{ minLength: 1, maxLength: 12 },
	),
});

describe('summaryOf (access)', () => {
	it('shows the widest policy of a role first', () => {
		const policies = fc.array(policy, { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(actors, policies, fc.nat(), (who, others, at) => {
				const everything = { allowDeny: 'ALLOW' as const, permissions: ['*'], resources: ['*'] };
				const all = others.toSpliced(at % (others.length + 1), 0, everything);
				for (const name of ['role.create', 'role.update']) {
					const content = { name: 'Readers', actors: who, policies: all };
					const fields = name === 'role.create' ? content : { updateFields: content };
					const summary = plannedSummary(name, { roleId: PIPE_ID, ...fields });
					expectListed(summary, who);
					expect(summary).toContain(`${String(who.length)} actor`);
					expect(summary).toContain(`${String(all.length)} policies (ALLOW * on *`);
				}
			}),
			SETTINGS,
		);
	});

	it.each([
		{ of: 'apiKey.create', at: ['assignedRoleIds'], others: { name: 'n' } },
		{ of: 'member.update', at: ['additionalFields', 'assignedRoleIds'], others: { userId: 'u' } },
		{
			of: 'invitation.create',
			at: ['additionalFields', 'assignedRoleIds'],
			others: { email: 'a@b.cd' },
		},
		{
			of: 'queryEndpoint.create',
			at: ['apiKeyIds'],
			others: { name: 'n', sql: 'x'.repeat(200), database: 'd', roles: 'a, b, c, d, e, f, g' },
		},
	])('shows or counts every ID of a $of list', ({ of, at, others }) => {
		const ids = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(ids, (list) => {
				const [outer = '', inner] = at;
				const entered = { [outer]: inner === undefined ? list : { [inner]: list } };
				expectListed(plannedSummary(of, { ...others, ...entered }), list);
			}),
			SETTINGS,
		);
	});
});

/** A range of addresses that share their leading bits. */
interface Cidr {
	bits: string;
	isIpv6: boolean;
}

function spelled({ bits, isIpv6 }: Cidr): string {
	const size = isIpv6 ? 16 : 8;
	const full = bits.padEnd(isIpv6 ? 128 : 32, '0');
	const groups = full.match(new RegExp(`.{${String(size)}}`, 'g')) ?? [];
	const numbers = groups.map((group) => Number.parseInt(group, 2));
	const address = isIpv6
		? numbers.map((number) => number.toString(16)).join(':')
		: numbers.join('.');
	return `${address}/${String(bits.length)}`;
}

/** Halving a random range each time splits the whole space into ranges. */
const partition = fc
	.tuple(fc.boolean(), fc.array(fc.nat(), { maxLength: 25 }))
	.map(([isIpv6, splits]) =>
		splits.reduce<Cidr[]>(
			(ranges, at) => {
				const { bits = '' } = ranges[at % ranges.length] ?? {};
				const halves = ['0', '1'].map((bit) => ({ bits: bits + bit, isIpv6 }));
				return ranges.toSpliced(at % ranges.length, 1, ...halves);
			},
			[{ bits: '', isIpv6 }],
		),
	);

const IPV4_IN_IPV6 = '0'.repeat(80) + '1'.repeat(16);

function partOf(ranges: readonly Cidr[], [at, more]: [number, string]): Cidr {
	const { bits = '', isIpv6 = false } = ranges[at % ranges.length] ?? {};
	return { bits: (bits + more).slice(0, isIpv6 ? 128 : 32), isIpv6 };
}

describe('summaryOf (IP ranges)', () => {
	const summaries = (sources: readonly string[]) => {
		const ipAccess = sources.map((source) => ({ source }));
		const service = { name: 'S', provider: 'aws', region: 'us-east-1', ipAccess };
		return {
			key: plannedSummary('apiKey.create', { name: 'n', ipAccess }),
			service: plannedSummary('service.create', service),
			update: plannedSummary('service.update', {
				serviceId: SERVICE_ID,
				updateFields: { ipAccessToAdd: ipAccess },
			}),
		};
	};

	/** An address belongs to the public internet if it's IPv4, IPv4-mapped IPv6 (::ffff:0:0/96), or in 2000::/3. */
	const familiesOf = (isIpv6: boolean) => (isIpv6 ? [IPV4_IN_IPV6, '001'] : ['']);

	/** True if the ranges, which don't overlap, cover half of IPv4 or IPv6. */
	const coverHalf = (ranges: readonly Cidr[]) =>
		familiesOf(ranges.some(({ isIpv6 }) => isIpv6)).some((family) => {
			const shares = ranges.map(({ bits }) => {
				if (bits.length < family.length) return family.startsWith(bits) ? 1 : 0;
				return bits.startsWith(family) ? 2 ** (family.length - bits.length) : 0;
			});
			return shares.reduce((sum, share) => sum + share, 0) >= 0.5;
		});

	it('calls ranges wide that together open half of a family', () => {
		fc.assert(
			fc.property(
				partition.chain((ranges) => fc.shuffledSubarray(ranges, { minLength: 1 })),
				fc.array(fc.tuple(fc.nat(), fc.stringMatching(/^[01]{0,4}$/)), { maxLength: 3 }),
				(disjoint, parts) => {
					// Adds parts of these ranges, which open nothing more.
					const ranges = [...disjoint, ...parts.map((part) => partOf(disjoint, part))];
					const all = summaries(ranges.map(spelled));
					const widest = [...ranges].sort((a, b) => a.bits.length - b.bits.length);
					const words = widest.map((range) => `"${spelled(range)}"`);
					for (const text of Object.values(all)) expectListed(text, words);
					const reach = widest[0]?.bits.length;
					const half = coverHalf(disjoint) ? 'at least half of the Internet (' : '"';
					expect(all.key).toContain(`works from ${reach === 0 ? 'everywhere (' : half}`);
					for (const text of [all.service, all.update])
						expect(text).toContain(`open to ${reach === 0 ? 'everybody (' : half}`);
				},
			),
			SETTINGS,
		);
	});
});

import type { JsonObject } from '../../../core/json';
import { textList } from '../../../core/parameters/values';
import { objectMember, textMember } from './members';
import type { SourceKind } from './source';

/** A member that the API is likely to refuse, although the reference does not rule it out. */
interface UnusualMember {
	/** The member's path in dotted notation. */
	field: string;
	/** What is unusual about it; follows the field's name in a sentence. */
	problem: string;
}

/** The usual shape of a text member, or of each entry of a list in it. */
interface Shape {
	kind: SourceKind;
	member: string;
	usual: RegExp;
	otherwise: string;
	isList?: true;
}

const iamRole = (kind: SourceKind): Shape => ({
	kind,
	member: 'iamRole',
	usual: /^arn:[\w-]+:iam::\d+:role\/\S+$/,
	otherwise: 'is not the ARN of an IAM role',
});

const SHAPES: readonly Shape[] = [
	{ kind: 'kafka', member: 'brokers', usual: /:\d+$/, otherwise: 'has no port', isList: true },
	{ kind: 'kafka', member: 'topics', usual: /^\S*$/, otherwise: 'contains a space', isList: true },
	{
		kind: 'objectStorage',
		member: 'url',
		usual: /^https:\/\/\S/i,
		otherwise: 'does not begin with https://',
	},
	iamRole('kafka'),
	iamRole('kinesis'),
	iamRole('objectStorage'),
];

/** Returns what in a pipe's source looks like a slip: brokers, topics, an address or a role of another shape. */
export function unusualMembers(source: JsonObject): UnusualMember[] {
	return SHAPES.flatMap(({ kind, member, usual, otherwise, isList = false }) => {
		const text = textMember(objectMember(source, kind) ?? {}, member)?.trim() ?? '';
		const values = isList ? textList(text) : [text];
		return values
			.map(String)
			.filter((value) => value !== '' && !usual.test(value))
			.map((value) => ({
				field: `source.${kind}.${member}`,
				problem: isList ? `contains '${value}', which ${otherwise}` : otherwise,
			}));
	});
}

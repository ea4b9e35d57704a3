import { GROUPED_SECRETS } from '../../../nodes/CloudManagement/resources/pipe/sources/secretKinds';
import { redactSecrets } from '../../../nodes/engine/redaction/redact';
import { REDACTED } from '../../../nodes/engine/redaction/secretNames';

describe('redactSecrets (source secrets)', () => {
	it('hides every source secret except user names and key IDs', () => {
		const shown = redactSecrets(
			Object.fromEntries(GROUPED_SECRETS.map(({ key }) => [key, 'x7#secret'])),
		);
		const open = Object.keys(shown).filter((name) => shown[name] !== REDACTED);
		expect(open).toEqual(['username', 'accessKeyId']);
	});
});

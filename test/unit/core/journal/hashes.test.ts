import type { HttpRequest } from '../../../../nodes/core/http/request';
import { hashesOf } from '../../../../nodes/core/journal/entries';
import { shownRequest } from '../../../../nodes/core/redaction/redact';
import { CREDENTIAL } from '../fakes';

function hash(request: HttpRequest): string {
	return hashesOf(shownRequest(request, { credential: CREDENTIAL })).request;
}

describe('The hash of a request', () => {
	it('is the same whatever its secrets are, in the body or in the query', () => {
		const [one, other] = ['first', 'second'].map((secret) =>
			hash({ method: 'POST', path: `/things?token=${secret}`, body: { password: secret } }),
		);
		expect(one).toBe(other);
	});

	it('differs with all that is no secret', () => {
		const requests: HttpRequest[] = [
			{ method: 'POST', path: '/things', body: { name: 'a' } },
			{ method: 'POST', path: '/things', body: { name: 'b' } },
			{ method: 'POST', path: '/things?name=a', body: { name: 'a' } },
			{ method: 'POST', path: '/things/token=a', body: { name: 'a' } },
			{ method: 'POST', path: '/things/token=b', body: { name: 'a' } },
			{ method: 'PUT', path: '/things', body: { name: 'a' } },
			{ method: 'POST', path: '/things' },
		];
		expect(new Set(requests.map(hash)).size).toBe(requests.length);
	});
});

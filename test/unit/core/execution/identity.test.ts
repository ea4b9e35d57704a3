import {
	accessKey,
	hasReadFrom,
	readKey,
	rememberRead,
} from '../../../../nodes/engine/execution/identity';
import type { HttpRequest } from '../../../../nodes/engine/request';
import { newKey } from '../fakes';

const get = (path: string): HttpRequest => ({ method: 'GET', path });
const elsewhere = (path: string, baseUrl: string | undefined): HttpRequest => ({
	...get(path),
	...(baseUrl !== undefined && { host: { baseUrl, label: 'Base URL', headers: {} } }),
});

describe('accessKey', () => {
	it('hashes the base URL and Authorization', () => {
		const authorizationProperties = { keyId: 'Key ID', keySecret: 'Key Secret' };
		const api = { authorizationProperties, versionPath: '/v1' };
		const credential = { baseUrl: 'https://a.example', keyId: 'k', keySecret: 'canary/' };
		const keyOf = (changes: object = {}) => accessKey(api, { ...credential, ...changes });
		expect(keyOf({ baseUrl: ' https://a.example// ', keyId: ' k', name: 'x' })).toBe(keyOf());
		for (const baseUrl of ['https://A.example', 'https://a.example:443/v1', 'a.example/V1/']) {
			expect(keyOf({ baseUrl })).toBe(keyOf());
		}
		const others = [{ baseUrl: 'https://b.example' }, { keyId: 'l' }, { keySecret: 'canary' }];
		expect(new Set([{}, ...others].map(keyOf)).size).toBe(4);
		expect(keyOf()).toMatch(/^[\da-f]{64}$/);
	});
});

describe('readKey', () => {
	it('returns another key for another path, query, or body', () => {
		const requests = [get('/a'), get('/a?b=1'), { ...get('/a'), body: { b: 1 } }, get('/b')];
		expect(new Set(requests.map(readKey)).size).toBe(4);
		expect(readKey(get('/a'))).toBe(readKey(get('/a')));
	});

	it('returns another key for another host', () => {
		const keys = [undefined, 'https://a.example', 'https://b.example'].map((baseUrl) =>
			readKey(elsewhere('/a', baseUrl)),
		);
		expect(new Set(keys).size).toBe(3);
		expect(readKey(elsewhere('/a', 'https://a.example'))).toBe(keys[1]);
	});
});

describe('hasReadFrom', () => {
	const rememberPayload = (access: string, path: string, payload: unknown): void => {
		rememberRead(access, get(path), payload, 'id');
	};

	it('knows only collections that the same key has read', () => {
		const access = newKey();
		rememberPayload(access, '/v1/things/a?full=1', { id: 'a' });
		rememberPayload(access, '/v1/others?limit=5', []);
		for (const path of ['/v1/things', '/v1/things/b', '/v1/others/a?x=1', '/v1/others']) {
			expect([path, hasReadFrom(access, get(path))]).toEqual([path, true]);
			expect([path, hasReadFrom(newKey(), get(path))]).toEqual([path, false]);
		}
		expect(hasReadFrom(access, get('/v1/things/a/parts/b'))).toBe(false);
	});

	it('knows a collection only on the host that was read', () => {
		const access = newKey();
		rememberRead(access, elsewhere('/v1/things', 'https://a.example'), [], 'id');
		expect(hasReadFrom(access, elsewhere('/v1/things/a', 'https://a.example'))).toBe(true);
		for (const baseUrl of [undefined, 'https://b.example']) {
			expect(hasReadFrom(access, elsewhere('/v1/things/a', baseUrl))).toBe(false);
		}
	});

	it('forgets the least recently read collections first', () => {
		const access = newKey();
		rememberPayload(access, '/first', []);
		for (let index = 0; index < 5000; index += 1) {
			rememberPayload(access, `/things/${String(index)}`, { id: index });
		}
		expect(hasReadFrom(access, get('/first/a'))).toBe(true);
		for (let index = 0; index < 1000; index += 1) {
			rememberPayload(access, `/collection${String(index)}`, []);
			rememberPayload(access, '/first/a', { id: 'a' });
		}
		expect(hasReadFrom(access, get('/first/b'))).toBe(true);
		expect(hasReadFrom(access, get('/things/1'))).toBe(false);
	});
});

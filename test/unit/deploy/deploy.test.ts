import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

const root = join(__dirname, '../../..');
const IN_ENVIRONMENT = /\$\{(\w+)([^}]*)\}/g;

const environment = z.record(z.string());
const serviceShape = z.object({
	image: z.string(),
	command: z.array(z.string()).optional(),
	environment: environment.optional(),
	volumes: z.array(z.string()).optional(),
	healthcheck: z.object({ test: z.array(z.string()) }).optional(),
	stop_grace_period: z.string().optional(),
	build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
	depends_on: z.record(z.object({ condition: z.string() })).optional(),
	deploy: z.object({ replicas: z.number() }).optional(),
});
const composeShape = z.object({ services: z.record(serviceShape), volumes: z.record(z.null()) });
const testedShape = z.object({ dependencies: z.object({ n8n: z.string() }) });

function textOf(...names: string[]): string {
	return readFileSync(join(root, ...names), 'utf8');
}

const composeText = textOf('deploy', 'compose.yaml');
const compose = composeShape.parse(parse(composeText, { merge: true }));
const dockerfile = textOf('deploy', 'Dockerfile');

function serviceOf(name: string): z.infer<typeof serviceShape> {
	return serviceShape.parse(compose.services[name]);
}

const main = serviceOf('n8n');
const worker = serviceOf('worker');
const ofN8n = Object.entries(compose.services).filter(([name]) => /^(n8n|worker)$/.test(name));

describe('compose.yaml', () => {
	it('has a main process, at least two workers, Redis and PostgreSQL', () => {
		expect(Object.keys(compose.services)).toEqual(['n8n', 'worker', 'redis', 'postgres']);
		expect(worker.deploy?.replicas).toBeGreaterThanOrEqual(2);
		expect(worker.command).toEqual(['worker', '--concurrency=5']);
		expect(main.command).toBeUndefined();
	});

	it('gives every n8n process the same image, key, database and Redis', () => {
		for (const [, service] of ofN8n) {
			expect(service.image).toBe(main.image);
			expect(service.environment).toEqual(main.environment);
		}
		expect(main.environment).toMatchObject({
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: 'postgres',
			QUEUE_BULL_REDIS_HOST: 'redis',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		});
		expect(main.environment?.['N8N_ENCRYPTION_KEY']).toMatch(/^\$\{N8N_ENCRYPTION_KEY:\?/);
	});

	it('gives the database the name, user and password that n8n uses', () => {
		const database = serviceOf('postgres').environment;
		expect(database).toEqual({
			POSTGRES_DB: main.environment?.['DB_POSTGRESDB_DATABASE'],
			POSTGRES_USER: main.environment?.['DB_POSTGRESDB_USER'],
			POSTGRES_PASSWORD: main.environment?.['DB_POSTGRESDB_PASSWORD'],
		});
	});

	it('gives Redis the password that n8n and its health check use', () => {
		const { command, environment: own, healthcheck } = serviceOf('redis');
		const password = main.environment?.['QUEUE_BULL_REDIS_PASSWORD'];
		expect(password).toMatch(/^\$\{REDIS_PASSWORD:\?/);
		expect(command?.slice(-2)).toEqual(['--requirepass', password]);
		expect(own).toEqual({ REDISCLI_AUTH: password });
		expect(healthcheck?.test.at(-1)).toContain('grep -q PONG');
	});

	it('waits until what a service needs is healthy', () => {
		expect(Object.keys(main.depends_on ?? {})).toEqual(['postgres', 'redis']);
		expect(Object.keys(worker.depends_on ?? {})).toEqual(['n8n']);
		const conditions = Object.values({ ...main.depends_on, ...worker.depends_on });
		for (const { condition } of conditions) expect(condition).toBe('service_healthy');
		expect(serviceOf('redis').healthcheck).toBeDefined();
		expect(serviceOf('postgres').healthcheck).toBeDefined();
	});

	it('lets n8n end by itself before docker kills it', () => {
		const limit = Number(main.environment?.['N8N_GRACEFUL_SHUTDOWN_TIMEOUT']);
		expect(limit).toBeGreaterThan(0);
		for (const [, service] of ofN8n) {
			expect(parseInt(service.stop_grace_period ?? '10s', 10)).toBeGreaterThan(limit);
		}
	});

	it('covers the package by no volume, and keeps the data of Redis and PostgreSQL', () => {
		for (const [, service] of ofN8n) expect(service.volumes).toBeUndefined();
		for (const name of Object.keys(compose.volumes)) {
			expect(serviceOf(name).volumes?.[0]).toMatch(new RegExp(`^${name}:/`));
		}
		expect(serviceOf('redis').command?.join(' ')).toContain('--appendonly yes');
	});
});

describe('.env.example', () => {
	const example = textOf('deploy', '.env.example');
	const used = [...composeText.matchAll(IN_ENVIRONMENT)];

	it('has every variable that is used, and no other, each empty', () => {
		const names = used.map(([, name]) => name);
		const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
		expect(lines.sort()).toEqual([...new Set(names)].sort().map((name) => `${String(name)}=`));
	});

	it('is asked for: no variable has a default', () => {
		expect(used.length).toBeGreaterThan(0);
		for (const [, , rest] of used) expect(rest).toMatch(/^:\?/);
	});

	it('has a filled-in copy that git does not take', () => {
		expect(textOf('.gitignore').split('\n')).toContain('deploy/.env');
	});
});

describe('Dockerfile', () => {
	it('is the one that compose builds', () => {
		expect(main.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' });
	});

	it('takes the version of n8n that the tests run', () => {
		const tested = testedShape.parse(JSON.parse(textOf('test', 'n8n', 'package.json')));
		const [, version] = /^ARG N8N_VERSION=(.+)$/m.exec(dockerfile) ?? [];
		expect(version).toBe(tested.dependencies.n8n);
		expect(dockerfile).toContain('FROM n8nio/n8n:${N8N_VERSION}\n');
	});

	it('puts the package where n8n looks for community packages, outside the usual volumes', () => {
		const [, folder] = /^ENV N8N_USER_FOLDER=(.+)$/m.exec(dockerfile) ?? [];
		expect(folder).toBeDefined();
		expect(folder).not.toMatch(/^\/home\/node/);
		const copies = new RegExp(`^COPY --from=package .* /nodes ${String(folder)}/.n8n/nodes$`, 'm');
		expect(dockerfile).toMatch(copies);
		expect(dockerfile + composeText).not.toContain('N8N_CUSTOM_EXTENSIONS');
	});

	it('lets n8n load a package that n8n has not verified', () => {
		expect(dockerfile).toMatch(/^ENV N8N_UNVERIFIED_PACKAGES_ENABLED=true$/m);
	});

	it('checks the health of main process and workers, and does not run as root', () => {
		expect(dockerfile).toMatch(/^HEALTHCHECK [\s\S]*\/healthz\/readiness/m);
		expect(dockerfile.match(/^USER (.+)$/gm)?.at(-1)).toBe('USER node');
	});

	it('gets only files that exist, and all that it names', () => {
		const ignore = textOf('deploy', 'Dockerfile.dockerignore').split('\n');
		expect(ignore[0]).toBe('*');
		const taken = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
		for (const name of taken) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
		const [, copied = ''] = /^COPY (package\.json .*) \.\/$/m.exec(dockerfile) ?? [];
		for (const name of copied.split(' ')) expect(taken).toContain(name);
	});
});

describe('development.yaml', () => {
	const shape = z.object({
		build: z.object({
			context: z.string(),
			dockerfile: z.string(),
			args: z.object({ N8N_VERSION: z.string() }),
		}),
		network_mode: z.string(),
		environment,
		volumes: z.array(z.string()),
	});
	const { services } = z
		.object({ services: z.object({ n8n: shape }) })
		.parse(parse(textOf('deploy', 'development.yaml')));
	const { build, volumes, ...service } = services.n8n;

	it('builds the image with a version of n8n that is asked for', () => {
		expect(build).toMatchObject({ context: '..', dockerfile: 'deploy/Dockerfile' });
		expect(build.args.N8N_VERSION).toMatch(/^\$\{N8N_VERSION:\?/);
	});

	it('puts the build of the clone in place of the one in the image', () => {
		const [, folder] = /^ENV N8N_USER_FOLDER=(.+)$/m.exec(dockerfile) ?? [];
		const { name } = z.object({ name: z.string() }).parse(JSON.parse(textOf('package.json')));
		const place = `${String(folder)}/.n8n/nodes/node_modules/${name}/dist`;
		expect(volumes).toEqual([`../dist:${place}:ro`]);
	});

	it('is open to this machine alone, reaches its emulator, and reloads', () => {
		expect(service.network_mode).toBe('host');
		expect(service.environment).toEqual({
			N8N_LISTEN_ADDRESS: '127.0.0.1',
			N8N_DEV_RELOAD: 'true',
		});
	});
});

/** Pinned only by its version, which the suites in n8n run: the version is an argument of the build. */
const WITHOUT_DIGEST = ['n8nio/n8n:${N8N_VERSION}'];

describe('the images of others', () => {
	const froms = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => String(image));
	const own = main.image;
	const services = Object.values(compose.services).map(({ image }) => image);
	const others = [...froms, ...services.filter((image) => image !== own)];

	it('are known: Node.js, n8n, Redis and PostgreSQL', () => {
		const names = others.map((image) => image.split(':')[0]);
		expect(names).toEqual(['node', 'n8nio/n8n', 'redis', 'postgres']);
	});

	it('are pinned by version and digest, but for those that are listed', () => {
		const pinned = /^[\w/-]+:\d[\w.-]*@sha256:[0-9a-f]{64}$/;
		expect(others.filter((image) => !pinned.test(image))).toEqual(WITHOUT_DIGEST);
	});
});

describe('docs/scaling.md', () => {
	const text = textOf('docs', 'scaling.md');

	it('links only files that exist', () => {
		const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link]) => String(link));
		expect(links.length).toBeGreaterThan(0);
		for (const link of links)
			expect([link, existsSync(join(root, 'docs', link))]).toEqual([link, true]);
	});
});

/** A kind of source: its name in the docs, its picture, and its node in examples/demo.json. */
export interface PipeSource {
	title: string;
	/** The name of its picture in docs/images, and of its block in docs/pipes.md. */
	picture: string;
	nodeId: string;
}

/** Every kind of source, in the order of docs/pipes.md. */
export const PIPE_SOURCES: readonly PipeSource[] = [
	{ title: 'Kafka', picture: 'form-kafka', nodeId: 'create-kafka-pipe' },
	{ title: 'object storage', picture: 'form-object-storage', nodeId: 'create-storage-pipe' },
	{ title: 'Kinesis', picture: 'form-kinesis', nodeId: 'create-kinesis-pipe' },
	{ title: 'Postgres', picture: 'form-postgres', nodeId: 'create-postgres-pipe' },
];

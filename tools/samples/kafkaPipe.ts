/** A source that is complete but for its login. */
export const KAFKA = {
	type: 'kafka',
	format: 'JSONEachRow',
	brokers: 'broker-1.example.com:9092',
	topics: 'orders',
	authentication: 'PLAIN',
};

/** A new table, and the columns that orders need. */
export const ORDERS_TABLE = {
	database: 'default',
	table: 'orders',
	managedTable: true,
	tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['order_id'] },
	columns: [
		{ name: 'order_id', type: 'UInt64' },
		{ name: 'amount', type: 'Decimal(18, 2)' },
	],
};

import type { Locator, Page } from 'playwright-core';

const NDV = '[data-test-id="ndv"]';

/** What a form costs: clicks of the mouse, and fields that are typed into. */
export interface Effort {
	clicks: number;
	typed: number;
}

/** A hand that counts. Moving into a field to type is no click: a user comes there with the tabulator. */
class Hand {
	readonly effort: Effort = { clicks: 0, typed: 0 };

	constructor(private readonly page: Page) {}

	async click(what: Locator): Promise<void> {
		this.effort.clicks += 1;
		await what.click();
	}

	/** Opens a selector and takes one of its options. */
	async choose(selector: string, option: string | RegExp): Promise<void> {
		await this.click(this.page.locator(`${NDV} ${selector} input`).first());
		await this.click(
			this.page.getByRole('option', { name: option }).filter({ visible: true }).first(),
		);
	}

	async type(name: string, text: string): Promise<void> {
		this.effort.typed += 1;
		const field = `${NDV} [data-test-id="parameter-input-${name}"]`;
		await this.page.locator(`${field} input, ${field} textarea`).first().fill(text);
	}
}

const COLUMNS = [
	'order_id UInt64 orderId',
	'customer_id UInt64 customerId',
	'amount Decimal(18, 2)',
	'country LowCardinality(String)',
	"created_at DateTime64(3, 'UTC') createdAt",
];

/**
 * Defines a Kafka pipe with SCRAM, five columns of which three are named otherwise in the source, and a sorting key,
 * from the node in the palette on. Returns what that took.
 */
export async function kafkaPipeByHand(page: Page, serviceId: string): Promise<Effort> {
	const hand = new Hand(page);
	await hand.click(
		page
			.locator('[data-test-id="node-creator-item-name"]', { hasText: 'Cloud Management' })
			.first(),
	);
	await hand.click(page.getByText(/^Create (?:a )?pipe$/).first());
	await page.locator(NDV).waitFor();
	await hand.type('serviceId', serviceId);
	await hand.type('name', 'Orders');
	await hand.type('kafkaBrokers', 'broker-1.example.com:9092');
	await hand.choose('[data-test-id="parameter-input-kafkaAuthentication"]', 'SCRAM-SHA-512');
	await hand.choose(
		'[data-test-id="node-credentials-select"]:has-text("x"), [data-test-id="node-credentials-select"] >> nth=1',
		'Orders source',
	);
	await hand.type('kafkaTopics', 'orders');
	await hand.type('destinationTable', 'orders');
	await hand.choose('[data-test-id="parameter-input-columnsInput"]', 'As List');
	await hand.type('columnsList', COLUMNS.join('\n'));
	await hand.type('destinationTableDefinitionSortingKey', 'order_id');
	return hand.effort;
}

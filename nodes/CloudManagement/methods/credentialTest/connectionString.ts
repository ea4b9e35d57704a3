/**
 * Returns what an Azure connection string, of a storage account or of an Event Hub, lacks to contain an account and a key.
 * The text follows the field's name in a sentence. Returns undefined if nothing is missing.
 */
export function connectionStringProblem(text: string): string | undefined {
	const parts = partsOf(text);
	if (parts.has('endpoint') || parts.has('sharedaccesskeyname') || parts.has('sharedaccesskey')) {
		return eventHubProblem(parts);
	}
	if (!parts.has('accountname') && !parts.has('blobendpoint')) {
		return 'contains no account: AccountName=… is missing. Copy all of it from the access keys of the storage account.';
	}
	if (parts.has('sharedaccesssignature')) return undefined;
	if (!parts.has('accountkey')) {
		return 'contains no key: AccountKey=… is missing. Copy all of it from the access keys of the storage account.';
	}
	if (parts.has('accountname')) return undefined;
	return 'contains no account: AccountName=… is required with AccountKey=…. Copy all of it from the access keys of the storage account.';
}

function eventHubProblem(parts: ReadonlyMap<string, string>): string | undefined {
	if (!/^sb:\/\/[^/]/i.test(parts.get('endpoint') ?? '')) {
		return 'contains no namespace: Endpoint=sb://… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	if (!parts.has('sharedaccesskeyname')) {
		return 'contains no account: SharedAccessKeyName=… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	if (!parts.has('sharedaccesskey')) {
		return 'contains no key: SharedAccessKey=… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	return undefined;
}

/** The parts that have a value, by lower-case name; a value may contain "=". */
function partsOf(text: string): Map<string, string> {
	const parts = new Map<string, string>();
	for (const part of text.split(';')) {
		const at = part.indexOf('=');
		const value = part.slice(at + 1).trim();
		if (at > 0 && value !== '') parts.set(part.slice(0, at).trim().toLowerCase(), value);
	}
	return parts;
}

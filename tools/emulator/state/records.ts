import type { JsonObject } from '../../contract/json';

/** A record with these texts, and with the API's other keys. */
type Stored<Texts extends string> = JsonObject & { [Name in Texts]: string };

export type PipeRecord = Stored<
	'id' | 'serviceId' | 'name' | 'state' | 'createdAt' | 'updatedAt'
> & { source: JsonObject; destination: JsonObject };
export type ServiceRecord = Stored<'id' | 'name' | 'provider' | 'region' | 'state'>;
export type ActivityRecord = Stored<'id' | 'organizationId' | 'type' | 'createdAt'>;

// The parameters that the engine itself reads and offers, by the names that workflows store. The members of the options
// are in options/requestOptions.ts. Every other name comes from an operation.

export const RESOURCE = 'resource';
export const OPERATION = 'operation';

export const OPTIONS = 'options';
export const FILTERS = 'filters';
export const ENTRIES = 'entries';
/** The collection with an update's fields. */
export const UPDATE_FIELDS = 'updateFields';
/** The collection with fields that few need. */
export const ADDITIONAL_FIELDS = 'additionalFields';
/** The field for keys of an object that the form doesn't have. */
export const ADDITIONAL_MEMBERS = 'additionalMembers';

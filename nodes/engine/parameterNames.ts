// Parameters that the engine itself reads and offers. Workflows store these names. Options are in
// options/requestOptions.ts, and all other names come from operations.

export const RESOURCE = 'resource';
export const OPERATION = 'operation';

export const OPTIONS = 'options';
export const RESEND_UNKNOWN_LABEL = 'Resend Unknown Outcomes';
export const FILTERS = 'filters';
export const ENTRIES = 'entries';
export const UPDATE_FIELDS = 'updateFields';
/** Fields that few users need. */
export const ADDITIONAL_FIELDS = 'additionalFields';
/** JSON for keys that the form lacks. */
export const ADDITIONAL_MEMBERS = 'additionalMembers';
export const ADDED_FIELDS_LABEL = 'Additional Fields (JSON)';

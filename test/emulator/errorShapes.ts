import { page } from './page';

export type ErrorShape =
	'message' | 'errorObject' | 'errorsObjects' | 'errorsTexts' | 'plainText' | 'html';

/** Error bodies in shapes that neither reference documents, for the fault `status`. */
export const ERROR_SHAPES: Record<ErrorShape, (message: string) => string | object> = {
	message: (message) => ({ message }),
	errorObject: (message) => ({ error: { code: 7, message } }),
	errorsObjects: (message) => ({ errors: [{ message }] }),
	errorsTexts: (message) => ({ errors: [message] }),
	plainText: (message) => message,
	html: (message) => page(message),
};

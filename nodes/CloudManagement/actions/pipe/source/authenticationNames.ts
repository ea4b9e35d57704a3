/** What the form stores where a source is public: the body then has no `authentication`. */
export const NO_AUTHENTICATION = 'none';

/** What the form calls the authentication methods of all sources. */
export const AUTHENTICATION_NAMES = {
	CONNECTION_STRING: 'Connection String',
	IAM_ROLE: 'IAM Role',
	IAM_USER: 'IAM User',
	MUTUAL_TLS: 'Mutual TLS',
	PLAIN: 'PLAIN',
};

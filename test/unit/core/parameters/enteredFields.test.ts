import { enteredFields } from '../../../../nodes/engine/parameters/values';

it('prefers a parameter to a field of the same name in the collection', () => {
	const settings = { name: 'inside', more: 1 };
	const fields = enteredFields({ name: 'beside', settings }, 'settings');
	expect(fields).toEqual({ name: 'beside', more: 1, settings });
});

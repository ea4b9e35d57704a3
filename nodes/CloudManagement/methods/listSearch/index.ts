import { searchActivities } from './searchActivities';
import { searchPrivateEndpoints } from './searchPrivateEndpoints';
import { searchServices } from './searchServices';

/** The lists of the resource locators, as their fields name them. */
export const listSearch = { searchActivities, searchPrivateEndpoints, searchServices };

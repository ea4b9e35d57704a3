const DRY_RUN = '$parameter["options"]["dryRun"]';
const OPERATION = words('$parameter["operation"].replace("getAll", "getMany")');
const RESOURCE = words('$parameter["resource"]');

/** The subtitle of a node on the canvas: "get many: activity", or "dry run: stop pipe". */
export const SUBTITLE = `={{ ${DRY_RUN} ? "dry run: " + ${OPERATION} + " " + ${RESOURCE} : ${OPERATION} + ": " + ${RESOURCE} }}`;

/** Returns the expression that spells a camel-cased name as words. */
export function words(name: string): string {
	return `${name}.replace(/([A-Z])/g, " $1").toLowerCase()`;
}

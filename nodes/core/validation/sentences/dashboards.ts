/** Texts of issues with a dashboard, by code. They follow the name of the field. */
export const DASHBOARD_SENTENCES = {
	notRows: "can't be read as rows. Fill in the form, or choose Tiles as List or By JSON.",
	tilesNoList:
		'is neither a list of JSON objects nor the JSON text of one. Let an expression return a list, such as {{ $json.tiles }}.',
	tileNoObject: "isn't a JSON object. Define each tile as the API does, with name and series.",
	noTiles:
		"is empty, so every tile would be deleted. Add a tile, or turn on the option '{option}'.",
	unplacedTile:
		'has an ID but no complete position. Enter X, Y, Width and Height, or the output of Get in Current Dashboard.',
	ambiguousTile: 'has the name "{name}", which several tiles share. Enter the ID of the tile.',
	noCurrentTiles: 'contains no tiles. Use the output of Get for this dashboard.',
	noCurrentId: "isn't a record: it has no ID. Use the output of Get, and check that Get succeeded.",
	otherCurrent: 'has the ID "{id}", not the one in {field}. Use the output of Get for that ID.',
	repeatedTile:
		'is "{id}", the ID of an earlier tile. Each tile needs its own ID. Leave it out for a new tile.',
	groupByOfNumber: "isn't for series of type number. Leave it out.",
	wholeResponse: 'is a complete response of the API. Paste only what is under "data" or "result".',
	otherDashboard:
		'belongs to the dashboard "{id}", not to the one in Dashboard ID. Use the same ID, or remove "id" to copy its content.',
} as const;

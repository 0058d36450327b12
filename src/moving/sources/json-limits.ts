/** Maximum number of levels of a JSON text. */
export const MAX_DEPTH = 20
/** Maximum number of characters of a record and of the part in which it ends. */
export const MAX_CHARACTERS = 4 * 1024 ** 2 + 64 * 1024
/** Maximum number of values of a record, which are parsed without a pause. */
export const MAX_VALUES = 100_000
/** The limits of a JSON text that is parsed as a whole. */
export const JSON_BOUNDS = { levels: MAX_DEPTH, values: MAX_VALUES }

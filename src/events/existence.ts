/** Changes of an object whose creation and deletion are updates in the log. */
type Existence = { before: object; after: object }

/** Changes of an object that is created. */
export const CREATED: Existence = { before: { created: false }, after: { created: true } }

/** Changes of an object that is deleted. The snapshot is its last one. */
export const DELETED: Existence = { before: { deleted: false }, after: { deleted: true } }

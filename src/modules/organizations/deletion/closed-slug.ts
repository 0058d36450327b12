/** Start of the slug of an organization that is being deleted. No request contains it, because slugs are lower case. */
const CLOSED = 'DELETED/'

/** Pattern of LIKE of the slugs of organizations that are being deleted. */
export const CLOSED_SLUGS = `${CLOSED}%`

/** Returns the slug of an organization that is being deleted. Another organization can take the former one at once. */
export const closedSlug = (id: number, slug: string): string => `${CLOSED}${id}/${slug}`

/** Whether the slug is that of an organization that is being deleted. */
export const isClosed = (slug: string): boolean => slug.startsWith(CLOSED)

/** Pattern of LIKE of the slugs of organizations that are being deleted and had this one of letters and hyphens. */
export const closedSlugsOf = (slug: string): string => `${CLOSED}%/${slug}`
